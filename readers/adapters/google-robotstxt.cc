// google/robotstxt, installed as a library. Needs nlohmann/json, which Debian has as nlohmann-json3-dev.
// Build: c++ -std=c++17 robotstxt.cc -o robotstxt -lrobots $(pkg-config --libs absl_strings)
#include <robots.h>

#include <absl/strings/escaping.h>
#include <iostream>
#include <nlohmann/json.hpp>

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto question = nlohmann::json::parse(line);
    std::string body = question.value("body", "");
    if (question.contains("bodyBase64")) absl::Base64Unescape(question["bodyBase64"].get<std::string>(), &body);
    const auto agents = question["agents"].get<std::vector<std::string>>();
    googlebot::RobotsMatcher matcher;
    const bool allowed = matcher.AllowedByRobots(body, &agents, question["url"]);
    std::cout << nlohmann::json{{"id", question["id"]}, {"allowed", allowed}, {"line", matcher.matching_line()}} << std::endl;
  }
}
