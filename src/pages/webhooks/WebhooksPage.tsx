import { useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsOne } from '#events/contract/publications.ts'
import { type GroupDoc, groupsOne } from '#groups/contract.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { MAX_HOOKS, type WebhookDoc, webhooksList } from '#webhooks/contract.ts'
import { type HookOwner, readHookOwner } from '#webhooks/rules/webhooks-path.ts'
import { HookDialog } from './HookDialog.tsx'
import { HookItem } from './HookItem.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import type { ShownHook } from './shown-hook.ts'

/** The webhooks of a group, an event or the site: where messages go, and what became of them. */
export function WebhooksPage({ query }: RouteMatch) {
  const owner = readHookOwner(query)
  const live = useSubscription(webhooksList, owner)
  const name = useOwnerName(owner)
  const hooks = useHooks(owner)
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  const isKnown = live.state === 'ready'
  const add = (
    <Button kind="primary" onClick={() => setIsAdding(true)} disabled={hooks.length >= MAX_HOOKS}>
      {m.webhooks_add()}
    </Button>
  )
  return (
    <AppShell current={owner.groupId !== undefined ? 'groups' : owner.eventId !== undefined ? 'events' : null}>
      <div className={layout.stack5}>
        <header className={layout.stack2}>
          <h1>{m.webhooks_title()}</h1>
          {name !== null && (
            <p>
              <Link href={name.path}>{name.text}</Link>
            </p>
          )}
          <p className={layout.muted}>{m.webhooks_lead()}</p>
        </header>
        {live.state === 'failed' && <ErrorState title={m.webhooks_failed()}>{errorMessage(live.error)}</ErrorState>}
        {live.state === 'pending' && hooks.length === 0 && <Skeleton kind="form" count={2} page />}
        {isKnown && hooks.length === 0 && (
          <EmptyState title={m.webhooks_none()} action={add}>
            {m.webhooks_none_words()}
          </EmptyState>
        )}
        {hooks.length > 0 && (
          <>
            <div className={layout.row3}>{add}</div>
            {hooks.length >= MAX_HOOKS && <p className={layout.muted}>{m.error_webhooks_full({ n: MAX_HOOKS })}</p>}
            <List className={layout.stack4}>
              {hooks.map(hook => (
                <HookItem key={hook._id} hook={hook} owner={owner} onSecret={setSecret} />
              ))}
            </List>
          </>
        )}
      </div>
      {isAdding && <HookDialog owner={owner} hook={null} onSecret={setSecret} onClose={() => setIsAdding(false)} />}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </AppShell>
  )
}

function useHooks({ groupId, eventId }: HookOwner): ShownHook[] {
  return useDocuments<WebhookDoc, ShownHook[]>(
    'webhooks',
    documents =>
      documents
        .filter(each => each.groupId === groupId && each.eventId === eventId)
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1)),
    [groupId, eventId],
  )
}

/** The group or event that the hooks belong to; null: the site, or it is not known yet. */
function useOwnerName({ groupId, eventId }: HookOwner): { text: string; path: string } | null {
  useSubscription(groupsOne, groupId === undefined ? null : { groupId })
  useSubscription(eventsOne, eventId === undefined ? null : { eventId })
  const group = useDocument<GroupDoc>('groups', groupId ?? null)
  const event = useDocument<EventDoc>('events', eventId ?? null)
  if (group !== undefined) return { text: group.name, path: `/groups/${group._id}` }
  return event === undefined ? null : { text: event.name, path: `/events/${event._id}` }
}
