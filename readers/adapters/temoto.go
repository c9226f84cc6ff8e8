// github.com/temoto/robotstxt, as Colly asks it: the path as net/url escapes it, and the query with its parameters sorted.
// Colly fetches nothing of a site whose file the package refuses to parse.
// With GO111MODULE=off, GOPATH is where the package is.
package main

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"

	"github.com/temoto/robotstxt"
)

type question struct {
	ID         json.RawMessage `json:"id"`
	Body       string          `json:"body"`
	BodyBase64 []byte          `json:"bodyBase64"`
	Agents     []string        `json:"agents"`
	URL        string          `json:"url"`
}

func main() {
	input, output := json.NewDecoder(bufio.NewReader(os.Stdin)), bufio.NewWriter(os.Stdout)
	defer output.Flush()
	lines := json.NewEncoder(output)
	for {
		var asked question
		if input.Decode(&asked) != nil {
			return
		}
		allowed, err := isAllowed(asked)
		if err != nil {
			lines.Encode(map[string]any{"id": asked.ID, "error": map[string]string{"code": "failed", "message": err.Error()}})
		} else {
			lines.Encode(map[string]any{"id": asked.ID, "allowed": allowed})
		}
	}
}

func isAllowed(asked question) (bool, error) {
	body := asked.BodyBase64
	if body == nil {
		body = []byte(asked.Body)
	}
	address, err := url.Parse(asked.URL)
	if err != nil {
		return false, err
	}
	robots, err := robotstxt.FromStatusAndBytes(200, body)
	if err != nil {
		return false, nil
	}
	path := address.EscapedPath()
	if address.RawQuery != "" {
		path += "?" + address.Query().Encode()
	}
	return robots.FindGroup(asked.Agents[0]).Test(path), nil
}
