//! Makes the calls of calls.ts with a client made by openapi-generator (rust).
use openapi::apis::configuration::Configuration;
use openapi::apis::{contacts_api, events_api, Error};
use openapi::models;
use serde_json::{json, Value};
use std::env;

fn variable(name: &str) -> String {
    env::var(name).expect(name)
}

fn configuration(address: &str) -> Configuration {
    Configuration {
        base_path: variable(address),
        bearer_access_token: Some(variable("CONTACTS_API_KEY")),
        ..Configuration::default()
    }
}

fn error_of<T, E>(result: Result<T, Error<E>>) -> Value {
    match result {
        Err(Error::ResponseError(response)) => {
            let body: models::ErrorResponse = serde_json::from_str(&response.content).expect("an error");
            json!([response.status.as_u16(), body.error.code])
        }
        _ => panic!("no error"),
    }
}

#[tokio::main]
async fn main() {
    let api = configuration("CONTACTS_BASE_URL");
    let email = variable("EMAIL");

    let complete = models::BatchContact {
        name: Some("Delfina Ríos".into()),
        email: Some(email.clone()),
        phone: Some(Some("+54 11 5555-0101".into())),
        ..Default::default()
    };
    // A new contact needs a name.
    let without_name = models::BatchContact { email: Some(format!("x{email}")), ..Default::default() };
    let request = models::BatchContactsRequest::new(vec![complete, without_name]);
    let batch = contacts_api::batch_contacts(&api, request, None, None).await.expect("a batch");
    let results = &batch.data.results;
    let code = results[1].error.as_ref().map(|error| error.code.clone());
    println!("batch {}", json!([results[0].status, results[1].status, code]));

    let future = configuration("FUTURE_URL");
    let page = events_api::list_events(&future, None, None, None).await.expect("a page");
    let types: Vec<&String> = page.data.iter().map(|event| &event.r#type).collect();
    let first = page.data.iter().find(|event| event.r#type == "contact.created").expect("an event");
    // `data` is a map: it is decoded as its type says.
    let contact: models::Contact = serde_json::from_value(json!(first.data)).expect("a contact");
    println!("events {}", json!([types, contact.email]));

    let missing = contacts_api::get_contact(&api, &variable("MISSING_ID"), None).await;
    println!("missing {}", error_of(missing));

    let created = results[0].contact.as_ref().expect("a contact");
    let tags = vec!["vip".to_string()];
    let both = models::UpdateContactRequest {
        tags: Some(Some(tags.clone())),
        add_tags: Some(tags),
        ..Default::default()
    };
    println!("invalid {}", error_of(contacts_api::update_contact(&api, &created.id, both, None, None).await));

    let cleared = models::UpdateContactRequest { phone: Some(None), ..Default::default() };
    let changed = contacts_api::update_contact(&api, &created.id, cleared, None, None).await.expect("a contact");
    println!("clear {}", json!([created.phone, changed.data.phone]));
}
