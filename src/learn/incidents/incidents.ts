/** The incidents, in the order of the page. Their texts are in `i18n/<lang>/incidents.json`. */
import * as v from 'valibot';
import catalogue from './content/catalogue.json';
import chat from './content/chat.json';
import checkout from './content/checkout.json';
import feed from './content/feed.json';
import payments from './content/payments.json';
import profile from './content/profile.json';
import recommendations from './content/recommendations.json';
import sessions from './content/sessions.json';
import { type Incident, incidentSchema } from './incident.ts';

export const INCIDENTS: readonly Incident[] = [
  ...[checkout, profile, catalogue, sessions],
  ...[recommendations, feed, payments, chat],
].map((data) => v.parse(incidentSchema, data));

export const incidentNamed = (id: string): Incident | undefined => INCIDENTS.find((each) => each.id === id);
