// An adapter in Go: go run adapter.go. Put a call of your implementation in place of isAllowed, which knows only "Disallow: /".
package main

import (
	"encoding/json"
	"os"
	"regexp"
)

var closed = regexp.MustCompile(`(?mi)^disallow:\s*/\s*$`)

func isAllowed(robots []byte, agents []string, url string) bool {
	return !closed.Match(robots)
}

func main() {
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var question struct {
			ID         int
			Body, URL  string
			BodyBase64 []byte
			Agents     []string
		}
		if questions.Decode(&question) != nil {
			return
		}
		robots := append([]byte(question.Body), question.BodyBase64...)
		answers.Encode(map[string]any{"id": question.ID, "allowed": isAllowed(robots, question.Agents, question.URL)})
	}
}
