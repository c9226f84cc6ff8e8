// Times the reference C++ matcher (github.com/google/robotstxt), which is not part of this project: docs/internals/benchmarks.md says
// how to build this.
//
// Usage: driver FILE. FILE holds the questions, each as a length in octets (32 bits, little-endian) and the robots.txt, and a
// length and the URL. Then, for each line "TASK PASSES" on standard input, it does the task for every question, PASSES times, and
// prints the CPU time in nanoseconds and the sum of the answers of the last pass.

#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "robots.h"

namespace {

struct Question {
  absl::string_view body;
  std::string url;
};

// Counts directives and keeps nothing.
class Counter : public googlebot::RobotsParseHandler {
 public:
  int64_t count = 0;
  void HandleRobotsStart() override {}
  void HandleRobotsEnd() override {}
  void HandleUserAgent(int, absl::string_view) override { ++count; }
  void HandleAllow(int, absl::string_view) override { ++count; }
  void HandleDisallow(int, absl::string_view) override { ++count; }
  void HandleSitemap(int, absl::string_view) override { ++count; }
  void HandleUnknownAction(int, absl::string_view, absl::string_view) override {}
};

int64_t Tokenize(const std::vector<Question>& questions) {
  Counter counter;
  for (const Question& question : questions) googlebot::ParseRobotsTxt(question.body, &counter);
  return counter.count;
}

int64_t Verdicts(const std::vector<Question>& questions) {
  int64_t allowed = 0;
  for (const Question& question : questions) {
    googlebot::RobotsMatcher matcher;
    if (matcher.OneAgentAllowedByRobots(question.body, "Googlebot", question.url)) ++allowed;
  }
  return allowed;
}

absl::string_view Next(const std::string& data, size_t& at) {
  uint32_t length;
  std::memcpy(&length, data.data() + at, sizeof length);
  at += sizeof length;
  absl::string_view piece(data.data() + at, length);
  at += length;
  return piece;
}

int64_t CpuNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string data((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<Question> questions;
  for (size_t at = 0; at < data.size();) {
    absl::string_view body = Next(data, at);
    absl::string_view url = Next(data, at);
    questions.push_back({body, std::string(url)});
  }

  std::string task;
  int passes;
  while (std::cin >> task >> passes) {
    int64_t answer = 0;
    const int64_t start = CpuNanoseconds();
    for (int i = 0; i < passes; ++i) answer = task == "tokenize" ? Tokenize(questions) : Verdicts(questions);
    std::cout << CpuNanoseconds() - start << ' ' << answer << std::endl;
  }
}
