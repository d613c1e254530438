//! Asks a client made by openapi-generator (rust) the questions of the harness.
use client::apis::{configuration::Configuration, contacts_api, events_api, Error};
use client::models::*;
use serde::{de::DeserializeOwned, Serialize};
use serde_json::Value;
use std::{env, error::Error as Fault, fs, future::Future};

type Given = Result<Value, Box<dyn Fault>>;

/// The settings for the server whose address is in this environment variable.
fn configuration(url: &str) -> Configuration {
    Configuration {
        base_path: env::var(url).unwrap(),
        bearer_access_token: env::var("API_KEY").ok(),
        ..Configuration::new()
    }
}

/// Prints what a question gives as JSON, or the first line of what went wrong.
async fn answer<F: Future<Output = Given>>(question: &str, ask: impl FnOnce(String) -> F) {
    let email = format!("{question}.{}@example.com", env::var("RUN").unwrap());
    match ask(email).await {
        Ok(value) => println!("{question} ok {value}"),
        Err(error) => {
            let text = format!("{error} {error:?}");
            println!("{question} failed {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
}

fn encode<T: Serialize>(value: T) -> Given {
    Ok(serde_json::to_value(value)?)
}

fn typed<T: Serialize + DeserializeOwned>(text: &str) -> Given {
    encode(serde_json::from_str::<T>(text)?)
}

fn webhook(text: &str) -> Given {
    let event: Event = serde_json::from_str(text)?;
    if event.r#type == "contact.deleted" {
        return typed::<ContactDeletedEvent>(text);
    }
    match event.r#type.split('.').next() {
        Some("contact") => typed::<ContactEvent>(text),
        Some("conversation") => typed::<ConversationEvent>(text),
        Some("message") => typed::<MessageEvent>(text),
        Some("ticket") => typed::<TicketEvent>(text),
        Some("article") => typed::<ArticleEvent>(text),
        _ => typed::<TestEvent>(text),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (here, future) = (configuration("BASE_URL"), configuration("FUTURE_URL"));
    let id = env::var("CONTACT_ID").unwrap();
    let limit = env::var("EVENTS").unwrap().parse().ok();

    answer("list", |_| async {
        let first = contacts_api::list_contacts(&here, Some("portela"), Some(2), None, None, None, None, None).await?;
        let cursor = first.next_cursor.clone();
        let cursor = cursor.as_deref();
        let second =
            contacts_api::list_contacts(&here, Some("portela"), Some(2), cursor, None, None, None, None).await?;
        encode(vec![first, second])
    })
    .await;
    answer("create", |email| async {
        let mut request = CreateContactRequest::new("Ada".into(), email);
        request.tags = Some(vec!["mayorista".into(), "vip".into()]);
        encode(contacts_api::create_contact(&here, request, None).await?)
    })
    .await;
    answer("get", |_| async { encode(contacts_api::get_contact(&here, &id).await?) }).await;
    answer("conflict", |_| async {
        let request = CreateContactRequest::new("Portela".into(), "portela.0@example.com".into());
        match contacts_api::create_contact(&here, request, None).await {
            Err(Error::ResponseError(response)) => typed::<ErrorResponse>(&response.content),
            other => encode(other?),
        }
    })
    .await;
    answer("events", |_| async { encode(events_api::list_events(&here, None, limit, None).await?) }).await;
    answer("unknown", |_| async { encode(events_api::list_events(&future, None, None, None).await?) }).await;
    answer("added", |_| async { encode(contacts_api::get_contact(&future, &id).await?) }).await;
    answer("webhooks", |_| async {
        let mut files: Vec<_> = fs::read_dir(env::var("EXAMPLES")?)?.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| webhook(&fs::read_to_string(file)?)).collect()
    })
    .await;
    answer("names", |email| async {
        let request = CreateContactRequest::new(env::var("NAME")?, email);
        encode(contacts_api::create_contact(&here, request, None).await?)
    })
    .await;
    answer("numbers", |email| async {
        let mut request = CreateContactRequest::new("Ada".into(), email);
        request.custom_fields = Some(serde_json::from_str(&env::var("CUSTOM_FIELDS")?)?);
        encode(contacts_api::create_contact(&here, request, None).await?)
    })
    .await;
}
