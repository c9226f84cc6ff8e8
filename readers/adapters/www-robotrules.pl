# WWW::RobotRules, as its synopsis calls it: with the content that LWP::Simple::get() returns, which is decoded.
use strict;
use warnings;
use HTTP::Response;
use MIME::Base64;
use WWW::RobotRules;

my $SITE = 'http://example.com/robots.txt';
# JSON::PP comes with Perl, and takes a minute where JSON::XS takes a second.
my $json = (eval { require JSON::XS } ? 'JSON::XS' : do { require JSON::PP; 'JSON::PP' })->new->utf8;
my ($key, $robots) = ('');
$| = 1;
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my $agent = $question->{agents}[0];
    my $body = exists $question->{body} ? $question->{body} : decode_base64($question->{bodyBase64});
    utf8::encode($body) if exists $question->{body};
    my %answer = (id => $question->{id});
    eval {
        if ($key ne "$agent\n$body") {
            ($key, $robots) = ('', WWW::RobotRules->new($agent));
            my $response = HTTP::Response->new(200, 'OK', ['Content-Type' => 'text/plain'], $body);
            $robots->parse($SITE, $response->decoded_content);
            $key = "$agent\n$body";
        }
        $answer{allowed} = $robots->allowed($question->{url}) ? \1 : \0;
        1;
    } or $answer{error} = { code => 'died', message => "$@" };
    print $json->encode(\%answer), "\n";
}
