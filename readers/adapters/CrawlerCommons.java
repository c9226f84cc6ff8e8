// crawler-commons, as Nutch and StormCrawler call it: names in lower case, and none for `*`. Its own default is kept where they differ: a delay of
// more than five minutes closes the site. CLASSPATH has the library, SLF4J and Commons IO.
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

public final class CrawlerCommons {
    public static void main(String[] arguments) throws IOException {
        var parser = new SimpleRobotRulesParser();
        Questions.answer((body, agent, url) -> {
            List<String> names = agent.equals("*") ? List.of() : List.of(agent.toLowerCase(Locale.ROOT));
            return parser.parseContent("http://example.com/robots.txt", body, "text/plain", names).isAllowed(url);
        });
    }
}
