import { eventsOne } from '#events/contract/publications.ts'
import { groupsOne } from '#groups/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { webhooksList } from '#webhooks/contract.ts'
import { readHookOwner } from '#webhooks/rules/webhooks-path.ts'

export { WebhooksPage as component } from './WebhooksPage.tsx'

export const live: PageModule['live'] = ({ query }) => {
  const owner = readHookOwner(query)
  return [
    subscribeTo(webhooksList, owner),
    ...(owner.groupId === undefined ? [] : [subscribeTo(groupsOne, { groupId: owner.groupId })]),
    ...(owner.eventId === undefined ? [] : [subscribeTo(eventsOne, { eventId: owner.eventId })]),
  ]
}

export const head: PageModule['head'] = () => ({
  title: `${m.webhooks_title()} · Skillshot`,
  description: m.webhooks_about(),
  robots: 'noindex',
})
