# Asks a client made by openapi-generator (ruby) the questions of the harness.
require 'json'
require 'time'
require 'uri'
require 'openapi_client'

KINDS = {
  'contact.deleted' => OpenapiClient::ContactDeletedEvent,
  'contact' => OpenapiClient::ContactEvent,
  'conversation' => OpenapiClient::ConversationEvent,
  'message' => OpenapiClient::MessageEvent,
  'ticket' => OpenapiClient::TicketEvent,
  'article' => OpenapiClient::ArticleEvent,
  'webhook' => OpenapiClient::TestEvent
}.freeze

# A client of the server whose address is in this environment variable.
def client(url)
  address = URI(ENV.fetch(url))
  configuration = OpenapiClient::Configuration.new
  configuration.scheme = address.scheme
  configuration.host = "#{address.host}:#{address.port}"
  configuration.server_index = nil
  configuration.access_token = ENV.fetch('API_KEY')
  OpenapiClient::ApiClient.new(configuration)
end

# JSON writes a Time without its milliseconds.
def precise(value)
  case value
  when Time then value.iso8601(3)
  when Hash then value.transform_values { |inner| precise(inner) }
  when Array then value.map { |inner| precise(inner) }
  else value
  end
end

# Prints what the block gives as JSON, or the first line of what went wrong.
def answer(question)
  value = yield "#{question}.#{ENV.fetch('RUN')}@example.com"
  puts "#{question} ok #{JSON.generate(precise(value))}"
rescue StandardError => e
  puts "#{question} failed #{e.class} #{e.message.split.join(' ')}"
end

here = client('BASE_URL')
contacts = OpenapiClient::ContactsApi.new(here)
future = client('FUTURE_URL')
create = ->(fields) { contacts.create_contact(OpenapiClient::CreateContactRequest.new(fields)).to_hash }

answer('list') do
  first = contacts.list_contacts(q: 'portela', limit: 2)
  [first, contacts.list_contacts(q: 'portela', limit: 2, cursor: first.next_cursor)].map(&:to_hash)
end
answer('create') { |email| create.call(name: 'Ada', email: email, tags: %w[mayorista vip]) }
answer('get') { contacts.get_contact(ENV.fetch('CONTACT_ID')).to_hash }
answer('conflict') do
  create.call(name: 'Portela', email: 'portela.0@example.com')
rescue OpenapiClient::ApiError => e
  OpenapiClient::ErrorResponse.build_from_hash(JSON.parse(e.response_body, symbolize_names: true)).to_hash
end
answer('events') { OpenapiClient::EventsApi.new(here).list_events(limit: ENV.fetch('EVENTS').to_i).to_hash }
answer('unknown') { OpenapiClient::EventsApi.new(future).list_events.to_hash }
answer('added') { OpenapiClient::ContactsApi.new(future).get_contact(ENV.fetch('CONTACT_ID')).to_hash }
answer('webhooks') do
  Dir.glob("#{ENV.fetch('EXAMPLES')}/*").sort.map do |file|
    event = JSON.parse(File.read(file), symbolize_names: true)
    kind = KINDS[event[:type]] || KINDS.fetch(event[:type].split('.').first)
    kind.build_from_hash(event).to_hash
  end
end
answer('names') { |email| create.call(name: ENV.fetch('NAME'), email: email) }
answer('numbers') do |email|
  create.call(name: 'Ada', email: email, custom_fields: JSON.parse(ENV.fetch('CUSTOM_FIELDS')))
end
