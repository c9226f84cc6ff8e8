// Heritrix, as its policy "obey" asks: by the User-Agent header as it stands, and by the path and query of its own URIs, which it decodes.
// CLASSPATH has its class Robotstxt with what that needs, and webarchive-commons.
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.archive.modules.net.Robotstxt;
import org.archive.url.UsableURIFactory;

public final class Heritrix {
    public static void main(String[] arguments) throws IOException {
        Questions.answer((body, agent, url) -> {
            var uri = UsableURIFactory.getInstance(url);
            if ("/robots.txt".equals(uri.getPath())) return true; // Its PreconditionEnforcer lets these pass without asking the rules.
            var robots = new Robotstxt(new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8));
            return robots.getDirectivesFor(agent).allows(uri.getPathQuery());
        });
    }
}
