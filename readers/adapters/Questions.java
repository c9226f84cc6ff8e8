// The questions of standard input and the answers on standard output, for adapters in Java.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

public final class Questions {
    /** Says whether the agent may fetch the URL by the file of these octets. What it throws is the answer, too: an error. */
    @FunctionalInterface
    public interface Program {
        boolean allows(byte[] body, String agent, String url) throws Exception;
    }

    private static final Pattern ID = Pattern.compile("(?s)^.*?\"id\":(\"(?:[^\"\\\\]|\\\\.)*\"|[^,}]*).*$");

    public static void answer(Program program) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String line; (line = input.readLine()) != null; output.flush()) {
            String id = ID.matcher(line).replaceFirst("$1");
            try {
                String encoded = text(line, "\"bodyBase64\":\"");
                byte[] body = encoded == null ? text(line, "\"body\":\"").getBytes(StandardCharsets.UTF_8) : Base64.getDecoder().decode(encoded);
                boolean allowed = program.allows(body, text(line, "\"agents\":[\""), text(line, "\"url\":\""));
                output.print("{\"id\":" + id + ",\"allowed\":" + allowed + "}\n");
            } catch (Exception thrown) {
                output.print("{\"id\":" + id + ",\"error\":{\"code\":\"threw\",\"message\":\"" + thrown.getClass().getName() + "\"}}\n");
            }
        }
    }

    /** The JSON string after `opening`, or null where the line has none. No other string contains an opening: its quotes would be escaped. */
    private static String text(String json, String opening) {
        int at = json.indexOf(opening);
        if (at < 0) return null;
        var read = new StringBuilder();
        for (at += opening.length(); json.charAt(at) != '"'; at++) {
            char sign = json.charAt(at);
            if (sign == '\\') {
                sign = json.charAt(++at);
                int control = "bfnrt".indexOf(sign);
                if (control >= 0) sign = "\b\f\n\r\t".charAt(control);
                else if (sign == 'u') {
                    sign = (char) Integer.parseInt(json.substring(at + 1, at + 5), 16);
                    at += 4;
                }
            }
            read.append(sign);
        }
        return read.toString();
    }
}
