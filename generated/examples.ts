// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

import type { components } from "./types.ts";

/** Schema → the first example of it. */
export const examples: Pick<components["schemas"], "Contact" | "ContactBatch" | "ContactDetail" | "DeletedContact" | "Conversation" | "Message" | "Ticket" | "Article" | "Event" | "Webhook" | "WebhookWithSecret" | "DeletedWebhook" | "RotatedWebhook" | "Delivery" | "ApiKey" | "MessengerSession" | "ConversationSummary" | "ContactCreatedEvent" | "ContactUpdatedEvent" | "ContactDeletedEvent" | "ConversationCreatedEvent" | "ConversationUpdatedEvent" | "MessageEvent" | "TicketCreatedEvent" | "TicketUpdatedEvent" | "ArticlePublishedEvent" | "ArticleUnpublishedEvent" | "TestEvent"> = {
  "Contact": {
    "id": "ct_01jq7x5h7me2wv8g3f1r0znb4y",
    "object": "contact",
    "name": "Tomás Agüero",
    "email": "tomas@example.org",
    "external_id": null,
    "phone": "",
    "company": "",
    "country": "Argentina",
    "city": "",
    "tags": [],
    "lifecycle": "lead",
    "vip": false,
    "source": "api",
    "created_at": "2026-03-23T14:21:27.450Z",
    "updated_at": "2026-03-23T14:21:27.450Z",
    "version": "mn39xmai",
    "last_seen_at": "2026-03-23T14:21:27.450Z",
    "conversations_count": 0,
    "tickets_count": 0,
    "custom_fields": {}
  },
  "ContactBatch": {
    "object": "contact_batch",
    "results": [
      {
        "status": "created",
        "contact": {
          "id": "ct_01jq7x5h7me2wv8g3f1r0znb4y",
          "object": "contact",
          "name": "Tomás Agüero",
          "email": "tomas@example.org",
          "external_id": null,
          "phone": "",
          "company": "",
          "country": "Argentina",
          "city": "",
          "tags": [],
          "lifecycle": "lead",
          "vip": false,
          "source": "api",
          "created_at": "2026-03-23T14:21:27.450Z",
          "updated_at": "2026-03-23T14:21:27.450Z",
          "version": "mn39xmai",
          "last_seen_at": "2026-03-23T14:21:27.450Z",
          "conversations_count": 0,
          "tickets_count": 0,
          "custom_fields": {}
        }
      },
      {
        "status": "updated",
        "contact": {
          "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
          "object": "contact",
          "name": "Bárbara Núñez",
          "email": "barbara.nunez@example.com",
          "external_id": "CRM-4711",
          "phone": "+54 221 555-0190",
          "company": "Librería del Sur",
          "country": "Argentina",
          "city": "La Plata",
          "tags": [
            "mayorista",
            "pago anual"
          ],
          "lifecycle": "customer",
          "vip": true,
          "source": "api",
          "created_at": "2026-03-23T14:20:00.123Z",
          "updated_at": "2026-04-02T09:50:31.205Z",
          "version": "mnhanpk5",
          "last_seen_at": "2026-04-02T09:05:11.008Z",
          "conversations_count": 1,
          "tickets_count": 1,
          "custom_fields": {
            "plan": "anual"
          }
        }
      },
      {
        "status": "failed",
        "error": {
          "code": "missing_parameter",
          "message": "Falta un parámetro obligatorio.",
          "details": [
            {
              "path": [
                "name"
              ],
              "message": "es obligatorio",
              "reason": "required"
            }
          ]
        }
      }
    ]
  },
  "ContactDetail": {
    "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
    "object": "contact",
    "name": "Bárbara Núñez",
    "email": "barbara.nunez@example.com",
    "external_id": "CRM-4711",
    "phone": "+54 11 5555-0134",
    "company": "Librería del Sur",
    "country": "Argentina",
    "city": "La Plata",
    "tags": [
      "mayorista",
      "pago anual"
    ],
    "lifecycle": "customer",
    "vip": true,
    "source": "api",
    "created_at": "2026-03-23T14:20:00.123Z",
    "updated_at": "2026-04-02T09:50:31.205Z",
    "version": "mnhanpk5",
    "last_seen_at": "2026-04-02T09:05:11.008Z",
    "conversations_count": 1,
    "tickets_count": 1,
    "custom_fields": {
      "plan": "oro",
      "clientes": 42
    },
    "conversations": [
      {
        "id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
        "object": "conversation",
        "subject": "Cambio de plan",
        "status": "open",
        "last_message_at": "2026-04-02T09:05:11.008Z",
        "created_at": "2026-04-02T08:58:40.310Z"
      }
    ],
    "tickets": [
      {
        "id": "tk_01jqxm0n5ye1hbs8k4c7d3fg2w",
        "object": "ticket",
        "number": 128,
        "subject": "Factura con el importe anterior",
        "status": "open",
        "priority": "high",
        "created_at": "2026-04-02T09:30:02.117Z"
      }
    ]
  },
  "DeletedContact": {
    "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
    "object": "contact",
    "deleted": true
  },
  "Conversation": {
    "id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
    "object": "conversation",
    "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
    "subject": "Cambio de plan",
    "status": "open",
    "source": "api",
    "messages_count": 2,
    "last_message_at": "2026-04-02T09:05:11.008Z",
    "created_at": "2026-04-02T08:58:40.310Z",
    "updated_at": "2026-04-02T09:05:11.008Z",
    "version": "mnh91en4"
  },
  "Message": {
    "id": "ms_01jqxkfb3hed4wv2y8t5n6qj0s",
    "object": "message",
    "conversation_id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
    "author": {
      "type": "contact",
      "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "name": "Bárbara Núñez"
    },
    "body": "El anual, por favor.",
    "created_at": "2026-04-02T09:05:11.008Z"
  },
  "Ticket": {
    "id": "tk_01jqxm0n5ye1hbs8k4c7d3fg2w",
    "object": "ticket",
    "number": 128,
    "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
    "conversation_id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
    "subject": "Factura con el importe anterior",
    "description": "La factura de abril lleva el importe del plan mensual.",
    "status": "open",
    "priority": "high",
    "tags": [
      "facturación"
    ],
    "custom_fields": {
      "factura": "A-0001-00004711"
    },
    "created_at": "2026-04-02T09:30:02.117Z",
    "updated_at": "2026-04-02T09:30:02.117Z",
    "version": "mnh9xd6t"
  },
  "Article": {
    "id": "ar_01jr0c5t9kf6a8x2bq7d4m1hze",
    "object": "article",
    "title": "Cómo leer tu factura",
    "slug": "como-leer-tu-factura",
    "excerpt": "Qué significa cada línea.",
    "body": "## Importe\n\nEl importe es el de tu plan al cierre del mes.\n",
    "category": "Facturación",
    "locale": "es",
    "url": "https://ayuda.example.com/como-leer-tu-factura",
    "published_at": "2026-04-03T12:00:00.000Z",
    "created_at": "2026-04-03T11:20:31.450Z",
    "updated_at": "2026-04-03T12:00:00.000Z",
    "version": "mniuq2o0"
  },
  "Event": {
    "id": "evt_01jq7x2v4gfm5a6w0t8r3c9kyd",
    "object": "event",
    "created_at": "2026-03-23T14:20:00.123Z",
    "request": {
      "id": "req_01jq7x2v4gfq2s2zjv8kqx4w5n",
      "idempotency_key": "5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11",
      "api_key_id": "key_01jq7x2tz3e5p8w0k6n4b9d1vm",
      "client_name": "crm-sync"
    },
    "type": "contact.created",
    "data": {
      "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "object": "contact",
      "name": "Bárbara Núñez",
      "email": "barbara.nunez@example.com",
      "external_id": "CRM-4711",
      "phone": "+54 11 5555-0134",
      "company": "Librería del Sur",
      "country": "Argentina",
      "city": "",
      "tags": [
        "mayorista",
        "pago anual"
      ],
      "lifecycle": "lead",
      "vip": false,
      "source": "api",
      "created_at": "2026-03-23T14:20:00.123Z",
      "updated_at": "2026-03-23T14:20:00.123Z",
      "version": "mn39vqwr",
      "last_seen_at": "2026-03-23T14:20:00.123Z",
      "conversations_count": 0,
      "tickets_count": 0,
      "custom_fields": {
        "plan": "oro",
        "clientes": 42
      }
    }
  },
  "Webhook": {
    "id": "wh_01jqxjy2c4f7sabr6n1p9d3w5e",
    "object": "webhook",
    "url": "https://avisos.example.com/tickets?canal=soporte",
    "events": [
      "ticket.created",
      "ticket.updated"
    ],
    "description": "",
    "status": "enabled",
    "disabled_reason": null,
    "created_at": "2026-04-02T08:52:08.004Z",
    "updated_at": "2026-04-02T08:52:08.004Z",
    "version": "mnh8kmh0"
  },
  "WebhookWithSecret": {
    "id": "wh_01jqxjw6zve9bq3s5t8m0r4k2h",
    "object": "webhook",
    "url": "https://crm.example.com/webhooks",
    "events": [
      "*"
    ],
    "description": "Ficha del cliente",
    "status": "enabled",
    "disabled_reason": null,
    "created_at": "2026-04-02T08:51:07.251Z",
    "updated_at": "2026-04-02T08:51:07.251Z",
    "version": "mnh8jblf",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
  },
  "DeletedWebhook": {
    "id": "wh_01jqxjw6zve9bq3s5t8m0r4k2h",
    "object": "webhook",
    "deleted": true
  },
  "RotatedWebhook": {
    "id": "wh_01jqxjw6zve9bq3s5t8m0r4k2h",
    "object": "webhook",
    "url": "https://crm.example.com/webhooks",
    "events": [
      "*"
    ],
    "description": "Ficha del cliente",
    "status": "enabled",
    "disabled_reason": null,
    "created_at": "2026-04-02T08:51:07.251Z",
    "updated_at": "2026-04-10T09:00:00.000Z",
    "version": "mnsodk00",
    "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs=",
    "previous_secret_expires_at": "2026-04-11T09:00:00.000Z"
  },
  "Delivery": {
    "id": "whd_01jqxjxq5mf2vh7a9c3e6t8w0r",
    "object": "webhook_delivery",
    "webhook_id": "wh_01jqxjw6zve9bq3s5t8m0r4k2h",
    "event_id": "evt_01jqxjxq5kexq2b4d6f8h0j2m4",
    "event_type": "webhook.test",
    "status": "pending",
    "attempts": [],
    "next_attempt_at": "2026-04-02T08:51:50.120Z",
    "created_at": "2026-04-02T08:51:50.120Z"
  },
  "ApiKey": {
    "id": "key_01jq7x2tz3e5p8w0k6n4b9d1vm",
    "object": "api_key",
    "name": "CRM",
    "last_four": "7Qx2",
    "scopes": [
      "*"
    ],
    "workspace": "libreria-del-sur",
    "rate_limit": {
      "requests": 600,
      "window_seconds": 60
    },
    "created_at": "2026-03-23T14:19:58.400Z",
    "expires_at": null
  },
  "MessengerSession": {
    "object": "messenger_session",
    "secret": "contacts_visitor_7Hq2VxM9tRb4KcE1wZ8nPfD5sLgY3uJa0vOBfV",
    "email_verified": false,
    "expires_at": "2026-04-03T08:58:12.004Z"
  },
  "ConversationSummary": {
    "id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
    "object": "conversation",
    "subject": "Cambio de plan",
    "status": "open",
    "last_message_at": "2026-04-02T09:05:11.008Z",
    "created_at": "2026-04-02T08:58:40.310Z"
  },
  "ContactCreatedEvent": {
    "id": "evt_01jq7x2v4gfm5a6w0t8r3c9kyd",
    "object": "event",
    "created_at": "2026-03-23T14:20:00.123Z",
    "request": {
      "id": "req_01jq7x2v4gfq2s2zjv8kqx4w5n",
      "idempotency_key": "5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11",
      "api_key_id": "key_01jq7x2tz3e5p8w0k6n4b9d1vm",
      "client_name": "crm-sync"
    },
    "type": "contact.created",
    "data": {
      "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "object": "contact",
      "name": "Bárbara Núñez",
      "email": "barbara.nunez@example.com",
      "external_id": "CRM-4711",
      "phone": "+54 11 5555-0134",
      "company": "Librería del Sur",
      "country": "Argentina",
      "city": "",
      "tags": [
        "mayorista",
        "pago anual"
      ],
      "lifecycle": "lead",
      "vip": false,
      "source": "api",
      "created_at": "2026-03-23T14:20:00.123Z",
      "updated_at": "2026-03-23T14:20:00.123Z",
      "version": "mn39vqwr",
      "last_seen_at": "2026-03-23T14:20:00.123Z",
      "conversations_count": 0,
      "tickets_count": 0,
      "custom_fields": {
        "plan": "oro",
        "clientes": 42
      }
    }
  },
  "ContactUpdatedEvent": {
    "id": "evt_01jqxn4y8cfw1t3r5v7x9z2b4d",
    "object": "event",
    "created_at": "2026-04-02T09:50:31.205Z",
    "request": null,
    "type": "contact.updated",
    "data": {
      "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "object": "contact",
      "name": "Bárbara Núñez",
      "email": "barbara.nunez@example.com",
      "external_id": "CRM-4711",
      "phone": "+54 11 5555-0134",
      "company": "Librería del Sur",
      "country": "Argentina",
      "city": "La Plata",
      "tags": [
        "mayorista",
        "pago anual"
      ],
      "lifecycle": "customer",
      "vip": true,
      "source": "api",
      "created_at": "2026-03-23T14:20:00.123Z",
      "updated_at": "2026-04-02T09:50:31.205Z",
      "version": "mnhanpk5",
      "last_seen_at": "2026-04-02T09:05:11.008Z",
      "conversations_count": 1,
      "tickets_count": 1,
      "custom_fields": {
        "plan": "oro",
        "clientes": 42
      }
    },
    "previous": {
      "city": "",
      "lifecycle": "lead",
      "vip": false,
      "updated_at": "2026-03-23T14:20:00.123Z",
      "version": "mn39vqwr"
    }
  },
  "ContactDeletedEvent": {
    "id": "evt_01jr3d5t9gf2w4y6z8b1d3f5h7",
    "object": "event",
    "created_at": "2026-04-04T16:02:47.551Z",
    "type": "contact.deleted",
    "data": {
      "id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "object": "contact",
      "deleted": true
    }
  },
  "ConversationCreatedEvent": {
    "id": "evt_01jqxk3d8vf3h5k7m9p1r4t6w8",
    "object": "event",
    "created_at": "2026-04-02T08:58:40.310Z",
    "type": "conversation.created",
    "data": {
      "id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
      "object": "conversation",
      "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "subject": "Cambio de plan",
      "status": "open",
      "source": "api",
      "messages_count": 1,
      "last_message_at": "2026-04-02T08:58:40.310Z",
      "created_at": "2026-04-02T08:58:40.310Z",
      "updated_at": "2026-04-02T08:58:40.310Z",
      "version": "mnh8t16e"
    }
  },
  "ConversationUpdatedEvent": {
    "id": "evt_01jqxnb2m6f0c2e4g6j8m1q3s5",
    "object": "event",
    "created_at": "2026-04-02T09:53:52.198Z",
    "request": {
      "id": "req_01jqxnb2m5e6w1z7u3q9k4c8f2",
      "idempotency_key": null,
      "api_key_id": "key_01jq7x2tz3e5p8w0k6n4b9d1vm",
      "client_name": "help-desk"
    },
    "type": "conversation.updated",
    "data": {
      "id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
      "object": "conversation",
      "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "subject": "Cambio de plan",
      "status": "closed",
      "source": "api",
      "messages_count": 2,
      "last_message_at": "2026-04-02T09:05:11.008Z",
      "created_at": "2026-04-02T08:58:40.310Z",
      "updated_at": "2026-04-02T09:53:52.198Z",
      "version": "mnhas0na"
    },
    "previous": {
      "status": "open",
      "updated_at": "2026-04-02T09:05:11.008Z",
      "version": "mnh91en4"
    }
  },
  "MessageEvent": {
    "id": "evt_01jqxkfb3jfx7c1m9v4w2d5s8t",
    "object": "event",
    "created_at": "2026-04-02T09:05:11.008Z",
    "request": {
      "id": "req_01jqxkfb3gfr7d2m0w5x3f6t9v",
      "idempotency_key": null,
      "api_key_id": null,
      "client_name": null
    },
    "type": "message.created",
    "data": {
      "id": "ms_01jqxkfb3hed4wv2y8t5n6qj0s",
      "object": "message",
      "conversation_id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
      "author": {
        "type": "contact",
        "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
        "name": "Bárbara Núñez"
      },
      "body": "El anual, por favor.",
      "created_at": "2026-04-02T09:05:11.008Z"
    }
  },
  "TicketCreatedEvent": {
    "id": "evt_01jqxm0n60e5n7q9s2v4x6z8b1",
    "object": "event",
    "created_at": "2026-04-02T09:30:02.117Z",
    "type": "ticket.created",
    "data": {
      "id": "tk_01jqxm0n5ye1hbs8k4c7d3fg2w",
      "object": "ticket",
      "number": 128,
      "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "conversation_id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
      "subject": "Factura con el importe anterior",
      "description": "La factura de abril lleva el importe del plan mensual.",
      "status": "open",
      "priority": "high",
      "tags": [
        "facturación"
      ],
      "custom_fields": {
        "factura": "A-0001-00004711"
      },
      "created_at": "2026-04-02T09:30:02.117Z",
      "updated_at": "2026-04-02T09:30:02.117Z",
      "version": "mnh9xd6t"
    }
  },
  "TicketUpdatedEvent": {
    "id": "evt_01jqxr7w3hf8k1n4r7t0x3a6c9",
    "object": "event",
    "created_at": "2026-04-02T10:44:09.009Z",
    "request": {
      "id": "req_01jqxr7w3gfs8e3n1x6y4g7v0w",
      "idempotency_key": null,
      "api_key_id": "key_01jq7x2tz3e5p8w0k6n4b9d1vm",
      "client_name": null
    },
    "type": "ticket.updated",
    "data": {
      "id": "tk_01jqxm0n5ye1hbs8k4c7d3fg2w",
      "object": "ticket",
      "number": 128,
      "contact_id": "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
      "conversation_id": "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
      "subject": "Factura con el importe anterior",
      "description": "La factura de abril lleva el importe del plan mensual.",
      "status": "solved",
      "priority": "high",
      "tags": [
        "facturación"
      ],
      "custom_fields": {
        "factura": "A-0001-00004711"
      },
      "created_at": "2026-04-02T09:30:02.117Z",
      "updated_at": "2026-04-02T10:44:09.009Z",
      "version": "mnhckofl"
    },
    "previous": {
      "status": "open",
      "updated_at": "2026-04-02T09:30:02.117Z",
      "version": "mnh9xd6t"
    }
  },
  "ArticlePublishedEvent": {
    "id": "evt_01jr0c5t9mfb4d7g0k3n6r9v2y",
    "object": "event",
    "created_at": "2026-04-03T12:00:00.000Z",
    "type": "article.published",
    "data": {
      "id": "ar_01jr0c5t9kf6a8x2bq7d4m1hze",
      "object": "article",
      "title": "Cómo leer tu factura",
      "slug": "como-leer-tu-factura",
      "excerpt": "Qué significa cada línea.",
      "body": "## Importe\n\nEl importe es el de tu plan al cierre del mes.\n",
      "category": "Facturación",
      "locale": "es",
      "url": "https://ayuda.example.com/como-leer-tu-factura",
      "published_at": "2026-04-03T12:00:00.000Z",
      "created_at": "2026-04-03T11:20:31.450Z",
      "updated_at": "2026-04-03T12:00:00.000Z",
      "version": "mniuq2o0"
    }
  },
  "ArticleUnpublishedEvent": {
    "id": "evt_01jr5h2k8ef5a8d1g4j7n0r3v6",
    "object": "event",
    "created_at": "2026-04-05T12:01:10.350Z",
    "type": "article.unpublished",
    "data": {
      "id": "ar_01jr0c5t9kf6a8x2bq7d4m1hze",
      "object": "article",
      "title": "Cómo leer tu factura",
      "slug": "como-leer-tu-factura",
      "excerpt": "Qué significa cada línea.",
      "body": "## Importe\n\nEl importe es el de tu plan al cierre del mes.\n",
      "category": "Facturación",
      "locale": "es",
      "url": "https://ayuda.example.com/como-leer-tu-factura",
      "published_at": "2026-04-03T12:00:00.000Z",
      "created_at": "2026-04-03T11:20:31.450Z",
      "updated_at": "2026-04-05T12:01:10.350Z",
      "version": "mnlpnaa6"
    }
  },
  "TestEvent": {
    "id": "evt_01jqxjxq5kexq2b4d6f8h0j2m4",
    "object": "event",
    "created_at": "2026-04-02T08:51:50.120Z",
    "type": "webhook.test",
    "data": {
      "id": "wh_01jqxjw6zve9bq3s5t8m0r4k2h",
      "object": "webhook",
      "url": "https://crm.example.com/webhooks",
      "events": [
        "*"
      ],
      "description": "Ficha del cliente",
      "status": "enabled",
      "disabled_reason": null,
      "created_at": "2026-04-02T08:51:07.251Z",
      "updated_at": "2026-04-02T08:51:07.251Z",
      "version": "mnh8jblf"
    }
  }
};
