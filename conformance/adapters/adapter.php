<?php
// An adapter in PHP: php adapter.php. Put a call of your implementation in place of is_allowed, which knows only "Disallow: /".
function is_allowed(string $robots, array $agents, string $url): bool {
    return !preg_match('/^disallow:\s*\/\s*$/mi', $robots);
}

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    $robots = $question['body'] ?? base64_decode($question['bodyBase64']);
    echo json_encode(['id' => $question['id'], 'allowed' => is_allowed($robots, $question['agents'], $question['url'])]), "\n";
}
