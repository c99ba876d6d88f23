import type { Fields } from '#ddp/wire/ejson.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'
import { MAX_LOGGED, type WebhookDeliveryDoc, type WebhookDoc, webhooksList, webhooksLog } from '../contract.ts'
import type { HookAccess } from './access.ts'
import { hookChanged } from './changes.ts'
import { findDelivery, type LoggedDelivery, listDeliveries } from './delivery-store.ts'
import { type HookRow, listHooks, listNames, type Whose } from './hook-store.ts'
import { findOwnGroup } from './webhooks.ts'

const CACHE = { name: 'webhook views', maxIdle: 20 }
/** ms after which a view that somebody watches is loaded again, since deliveries that arrive are no changes of the log */
const REFRESH = 3000

const whoseKey = ({ groupId, eventId }: Whose): string =>
  groupId !== null ? `group ${groupId}` : eventId !== null ? `event ${eventId}` : 'site'

function hookDocument(hook: HookRow & { waiting: number }, names: ReadonlyMap<string, string>): [string, WebhookDoc & Fields] {
  const { id, groupId, eventId, name, host, ending, discord, types, only, createdAt, off, failingSince, waiting } = hook
  const onlyNames: Record<string, string> = {}
  for (const each of Object.values(only).flat() as string[]) {
    const known = names.get(each)
    if (known !== undefined) onlyNames[each] = known
  }
  return [
    id,
    {
      ...(groupId === null ? {} : { groupId }),
      ...(eventId === null ? {} : { eventId }),
      name,
      host,
      ending,
      ...(discord ? { discord } : {}),
      types,
      only: { ...only },
      onlyNames,
      createdAt,
      ...(off === null ? {} : { off }),
      ...(failingSince === null ? {} : { failingSince }),
      waiting,
    },
  ]
}

const deliveryDocument = ({ id, status, error, endedAt, ...delivery }: LoggedDelivery): [string, WebhookDeliveryDoc & Fields] => [
  id,
  {
    ...delivery,
    ...(status === null ? {} : { status }),
    ...(error === null ? {} : { error }),
    ...(endedAt === null ? {} : { endedAt }),
  },
]

export function registerPublications({ live }: Pick<FeatureContext, 'live'>, access: HookAccess): void {
  live.query(webhooksList, {
    cache: CACHE,
    async params({ groupId = null, eventId = null }, publishing) {
      const whose = { groupId, eventId }
      await access.authorize(publishing, whose)
      return whose
    },
    key: whose => `hooks of ${whoseKey(whose)}`,
    async load(tx, whose, { watchKeys, reloadAt, now }) {
      watchKeys(whoseKey(whose))
      const hooks = await listHooks(tx, whose)
      if (hooks.length > 0) reloadAt(now + REFRESH)
      const names = hooks.length === 0 ? new Map<string, string>() : await listNames(tx, hooks, await findOwnGroup(tx, whose))
      return { webhooks: hooks.map(hook => hookDocument(hook, names)) }
    },
    reloadOn: [hookChanged.touches(change => [whoseKey(change)])],
  })

  live.query(webhooksLog, {
    cache: CACHE,
    async params({ webhookId, before = null }, publishing) {
      await access.authorizeHook(publishing, webhookId)
      return { webhookId, before }
    },
    key: ({ webhookId, before }) => `log ${webhookId} ${before}`,
    async load(tx, { webhookId, before }, { watchKeys, reloadAt, now }) {
      watchKeys(webhookId)
      reloadAt(now + REFRESH)
      const deliveries = await listDeliveries(tx, webhookId, before, MAX_LOGGED)
      await checkCursor(deliveries, before, async id => {
        const delivery = await findDelivery(tx, id)
        return delivery?.webhookId === webhookId ? [delivery] : []
      })
      return { webhookDeliveries: deliveries.map(deliveryDocument) }
    },
    reloadOn: [hookChanged.touches(({ webhookId }) => [webhookId])],
  })
}
