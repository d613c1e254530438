# Makes the calls of calls.ts with a client made by openapi-generator (ruby).
require "json"
require "openapi_client"
require "uri"

def client(variable)
  address = URI(ENV.fetch(variable))
  config = OpenapiClient::Configuration.new do |it|
    it.scheme = address.scheme
    it.host = "#{address.host}:#{address.port}"
    it.access_token = ENV.fetch("CONTACTS_API_KEY")
  end
  OpenapiClient::ApiClient.new(config)
end

def error_of
  yield
  raise "no error"
rescue OpenapiClient::ApiError => error
  [error.code, JSON.parse(error.response_body).dig("error", "code")]
end

contacts = OpenapiClient::ContactsApi.new(client("CONTACTS_BASE_URL"))
email = ENV.fetch("EMAIL")

batch = OpenapiClient::BatchContactsRequest.new(contacts: [
  OpenapiClient::BatchContact.new(name: "Delfina Ríos", email: email, phone: "+54 11 5555-0101"),
  OpenapiClient::BatchContact.new(email: "x#{email}"), # a new contact needs a name
])
created, failed = contacts.batch_contacts(batch).data.results
puts "batch #{[created.status, failed.status, failed.error.code].to_json}"

events = OpenapiClient::EventsApi.new(client("FUTURE_URL")).list_events.data
first = events.find { |event| event.is_a?(OpenapiClient::ContactCreatedEvent) }
puts "events #{[events.map(&:type), first.data.email].to_json}"

puts "missing #{error_of { contacts.get_contact(ENV.fetch("MISSING_ID")) }.to_json}"

id = created.contact.id
both = OpenapiClient::UpdateContactRequest.new(tags: ["vip"], add_tags: ["vip"])
puts "invalid #{error_of { contacts.update_contact(id, both) }.to_json}"

changed = contacts.update_contact(id, OpenapiClient::UpdateContactRequest.new(phone: nil))
puts "clear #{[created.contact.phone, changed.data.phone].to_json}"
