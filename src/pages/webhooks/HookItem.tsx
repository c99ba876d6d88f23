import { type ReactNode, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { MAX_WAITING, webhooksEdit, webhooksRemove, webhooksRotateSecret, webhooksTest } from '#webhooks/contract.ts'
import type { Only } from '#webhooks/rules/wanted.ts'
import type { HookOwner } from '#webhooks/rules/webhooks-path.ts'
import { hookTypeLabel } from '#webhooks/ui/type-labels.ts'
import { HookDialog } from './HookDialog.tsx'
import { HookLog } from './HookLog.tsx'
import type { ShownHook } from './shown-hook.ts'
import styles from './webhooks.module.css'

/** One webhook: where it leads, what it is told, how it fares, and its log. */
export function HookItem({ hook, owner, onSecret }: { hook: ShownHook; owner: HookOwner; onSecret: (secret: string) => void }) {
  const { _id: webhookId, name, host, ending, discord, types, off } = hook
  const edit = useMethod(webhooksEdit)
  const test = useMethod(webhooksTest)
  const rotate = useMethod(webhooksRotateSecret)
  const remove = useMethod(webhooksRemove)
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'remove' | null>(null)
  // The id of the next new secret: sent again, the same call has the same answer.
  const [rotation, setRotation] = useState('')
  const [showsLog, setShowsLog] = useState(false)
  const switching = useAsyncAction(async () => void (await edit({ webhookId, on: off !== undefined })))
  const testing = useAsyncAction(async () => {
    await test({ _id: v7(), webhookId })
    setShowsLog(true)
  })
  const close = (): void => setDialog(null)
  return (
    <li className={cx(layout.stack3, layout.card, entries.flush, styles.hook)}>
      <div className={layout.stack1}>
        <h2 className={layout.anywhere}>
          <bdi>{name}</bdi>
        </h2>
        <p className={cx(layout.quiet, layout.anywhere)}>
          <bdi dir="ltr">{`${host} …${ending}`}</bdi>
        </p>
      </div>
      <HookState hook={hook} />
      <p className={layout.quiet}>{types.map(hookTypeLabel).join(' · ')}</p>
      <Narrowed hook={hook} />
      <div className={layout.row2}>
        <Button busy={testing.busy} disabled={off !== undefined} onClick={testing.start}>
          {m.webhooks_test()}
        </Button>
        <Button onClick={() => setDialog('edit')}>{m.webhooks_edit()}</Button>
        <Button busy={switching.busy} onClick={switching.start}>
          {off === undefined ? m.webhooks_switch_off() : m.webhooks_switch_on()}
        </Button>
        {discord === undefined && (
          <Button
            onClick={() => {
              setRotation(v7())
              setDialog('rotate')
            }}
          >
            {m.webhooks_rotate()}
          </Button>
        )}
        <Button onClick={() => setDialog('remove')}>{m.webhooks_remove()}</Button>
        <Button kind="plain" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
          {showsLog ? m.webhooks_hide_log() : m.webhooks_show_log()}
        </Button>
      </div>
      <FormError message={testing.error ?? switching.error} />
      {showsLog && <HookLog webhookId={webhookId} isOff={off !== undefined} />}
      {dialog === 'edit' && <HookDialog owner={owner} hook={hook} onSecret={onSecret} onClose={close} />}
      {dialog === 'rotate' && (
        <ConfirmDialog
          title={m.webhooks_rotate_ask({ name })}
          confirmLabel={m.webhooks_rotate_do()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => onSecret((await rotate({ _id: rotation, webhookId })).secret)}
          onClose={close}
        >
          <p>{m.webhooks_rotate_words()}</p>
        </ConfirmDialog>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={m.webhooks_remove_ask({ name })}
          confirmLabel={m.webhooks_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await remove({ webhookId }))}
          onClose={close}
        >
          <p>{m.webhooks_remove_words()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function HookState({ hook: { off, failingSince, waiting } }: { hook: ShownHook }): ReactNode {
  const left = waiting === 0 ? null : <span className={layout.quiet}>{m.webhooks_left({ count: waiting, n: plainNumber(waiting) })}</span>
  if (off === 'failing' || off === 'full') {
    return (
      <Notice kind="error" title={m.webhooks_off_failing()}>
        {off === 'failing' ? m.webhooks_off_failing_words() : m.webhooks_off_full_words({ n: plainNumber(MAX_WAITING) })}
      </Notice>
    )
  }
  if (off !== undefined) return <p className={layout.muted}>{m.webhooks_off()}</p>
  if (failingSince !== undefined) {
    return (
      <p className={cx(layout.row2, entries.bad)}>
        <Icon name="warn" />
        <span>{m.webhooks_failing()}</span>
        <TimeAgo at={failingSince} />
        {left}
      </p>
    )
  }
  return (
    <p className={layout.row2}>
      <Icon name="check" />
      <span>{m.webhooks_on()}</span>
      {left}
    </p>
  )
}

const NARROWED: Record<keyof Only, (texts: { name: string }) => string> = {
  machineIds: m.webhooks_only_machine,
  venueIds: m.webhooks_only_venue,
  groupIds: m.webhooks_only_group,
  eventIds: m.webhooks_only_event,
}

/** What the hook is narrowed to. What it names may be gone, or have become private. */
function Narrowed({ hook: { only, onlyNames } }: { hook: ShownHook }) {
  const keys = (Object.keys(NARROWED) as (keyof Only)[]).filter(key => only[key] !== undefined)
  if (keys.length === 0) return null
  return (
    <List className={cx(layout.stack1, layout.quiet)}>
      {keys.map(key => (
        <li key={key}>{NARROWED[key]({ name: only[key]!.map(id => onlyNames[id] ?? m.webhooks_only_gone()).join(m.ui_list_comma()) })}</li>
      ))}
    </List>
  )
}
