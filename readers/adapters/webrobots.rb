# WebRobots, with a method of its own to fetch the file, as its documentation shows. Net::HTTP gives bodies as octets without an encoding.
require 'json'
require 'webrobots'

body = agent = robots = nil
$stdout.sync = true
$stdin.each_line do |line|
  question = JSON.parse(line)
  asked = question.key?('body') ? question['body'].b : question['bodyBase64'].unpack1('m')
  answer = { id: question['id'] }
  begin
    if asked != body || question['agents'][0] != agent
      body, agent = asked, question['agents'][0]
      robots = WebRobots.new(agent, http_get: ->(_) { asked }, crawl_delay: :ignore)
    end
    answer[:allowed] = robots.allowed?(question['url'])
  rescue ArgumentError, EncodingError, RegexpError => e
    answer[:error] = { code: e.class.name, message: e.message.scrub }
  end
  puts JSON.generate(answer)
end
