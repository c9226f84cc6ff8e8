// An adapter in Java with Gson, which Debian has as libgoogle-gson-java: java -cp /usr/share/java/gson.jar Adapter.java
// Put a call of your implementation in place of isAllowed, which knows only "Disallow: /".
import com.google.gson.Gson;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Adapter {
    static class Question { int id; String body, bodyBase64, url; List<String> agents; }

    static boolean isAllowed(byte[] robots, List<String> agents, String url) {
        return !new String(robots, StandardCharsets.UTF_8).matches("(?is)(.*\n)?disallow:\\s*/\\s*(\n.*)?");
    }

    public static void main(String[] arguments) throws IOException {
        var gson = new Gson();
        var input = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = input.readLine()) != null; ) {
            var asked = gson.fromJson(line, Question.class);
            var robots = asked.body == null ? Base64.getDecoder().decode(asked.bodyBase64) : asked.body.getBytes(StandardCharsets.UTF_8);
            System.out.println("{\"id\":" + asked.id + ",\"allowed\":" + isAllowed(robots, asked.agents, asked.url) + "}");
        }
    }
}
