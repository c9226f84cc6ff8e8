// An adapter in C++ with nlohmann/json, which Debian has as nlohmann-json3-dev: c++ -std=c++17 adapter.cc -o adapter
// Put a call of your implementation in place of isAllowed, which knows only "Disallow: /".
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>

bool isAllowed(const std::string& robots, const std::vector<std::string>& agents, const std::string& url) {
  static const std::regex closed("disallow:[ \t]*/[ \t]*([\r\n]|$)", std::regex::icase);
  return !std::regex_search(robots, closed);
}

std::string fromBase64(const std::string& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string octets;
  unsigned value = 0, bits = 0;
  for (const char digit : text.substr(0, text.find('='))) {
    value = value << 6 | static_cast<unsigned>(digits.find(digit));
    if ((bits += 6) >= 8) octets += static_cast<char>(value >> (bits -= 8) & 0xff);
  }
  return octets;
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto question = nlohmann::json::parse(line);
    const auto robots = question.contains("body") ? question["body"].get<std::string>() : fromBase64(question["bodyBase64"]);
    const bool allowed = isAllowed(robots, question["agents"], question["url"]);
    std::cout << nlohmann::json{{"id", question["id"]}, {"allowed", allowed}} << std::endl;
  }
}
