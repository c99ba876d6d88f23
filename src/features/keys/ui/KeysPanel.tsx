import { useCallback, useEffect, useState } from 'react'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type KeyInfo, keysMine, keysRevoke } from '../contract.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { SCOPE_LABELS } from './scope-labels.ts'

type Loaded = { keys: KeyInfo[] } | { error: unknown }

/** The user's keys: makes and revokes them. */
export function KeysPanel() {
  const fetchKeys = useMethod(keysMine)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isMaking, setIsMaking] = useState(false)
  const fresh = useFreshSignIn()
  const load = useCallback(
    () =>
      fetchKeys({}).then(
        keys => setLoaded({ keys }),
        (error: unknown) => setLoaded({ error }),
      ),
    [fetchKeys],
  )
  useEffect(() => void load(), [load])
  return (
    <Panel title={m.keys_title()}>
      <p className={layout.muted}>
        {renderMessage(m.keys_text(), {
          docs: text => <a href="/api/openapi.json">{text}</a>,
        })}
      </p>
      {loaded === null && <Skeleton kind="board-row" count={1} />}
      {loaded !== null && 'error' in loaded && (
        <ErrorState title={m.keys_failed()} onRetry={() => void load()}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {loaded !== null && 'keys' in loaded && (
        <>
          {loaded.keys.length === 0 && <p>{m.keys_none()}</p>}
          {loaded.keys.length > 0 && (
            <List className={layout.stack3}>
              {loaded.keys.map(key => (
                <KeyRow key={key.keyId} info={key} onRevoked={load} />
              ))}
            </List>
          )}
          <div>
            <Button onClick={() => setIsMaking(true)}>{m.keys_new()}</Button>
          </div>
        </>
      )}
      {isMaking && <NewKeyDialog fresh={fresh} onMade={load} onClose={() => setIsMaking(false)} />}
      {fresh.dialog}
    </Panel>
  )
}

function KeyRow({
  info: { keyId, name, begins, scopes, lastUsedAt, expiresAt },
  onRevoked,
}: {
  info: KeyInfo
  onRevoked: () => Promise<void>
}) {
  const revoke = useMethod(keysRevoke)
  const [isAsking, setIsAsking] = useState(false)
  const { date } = useFormats()
  return (
    <li className={cx(layout.between, layout.row3)}>
      <span className={cx(layout.stack, layout.anywhere)}>
        <strong>{name}</strong>
        <span className={layout.small}>
          <code dir="ltr">{begins}…</code> ·{' '}
          {lastUsedAt === null ? m.keys_never() : renderMessage(m.keys_used(), { ago: () => <TimeAgo at={lastUsedAt} /> })}
          {expiresAt !== null && ` · ${m.keys_until({ date: date(expiresAt) })}`}
        </span>
        <span className={layout.small}>{scopes.map(scope => SCOPE_LABELS[scope]()).join(' · ')}</span>
      </span>
      <Button aria-label={m.keys_revoke_one({ name })} onClick={() => setIsAsking(true)}>
        {m.keys_revoke()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.keys_revoke_title()}
          confirmLabel={m.keys_revoke()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await revoke({ keyId })
            await onRevoked()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{m.keys_revoke_text({ name })}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
