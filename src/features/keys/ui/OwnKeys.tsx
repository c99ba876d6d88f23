import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type FreshSignInRunner, useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type KeyInfo, keysMine } from '../contract.ts'
import { RevokeKey } from './RevokeKey.tsx'
import { SCOPE_LABELS } from './scope-labels.ts'

type Loaded = { keys: KeyInfo[] } | { error: unknown }

interface OwnKeysProps {
  /** which of the user's keys are listed; left out: all */
  isListed?: (key: KeyInfo) => boolean
  /** said where there are none */
  none: string
  /** of the button that makes one */
  make: string
  /** the dialog that makes one */
  dialog: (parts: { fresh: FreshSignInRunner; onMade: () => Promise<void>; onClose: () => void }) => ReactNode
}

/** Lists keys of the user, makes and revokes them. */
export function OwnKeys({ isListed = () => true, none, make, dialog }: OwnKeysProps) {
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
  const keys = loaded !== null && 'keys' in loaded ? loaded.keys.filter(isListed) : null
  return (
    <>
      {loaded === null && <Skeleton kind="board-row" count={1} />}
      {loaded !== null && 'error' in loaded && (
        <ErrorState title={m.keys_failed()} onRetry={() => void load()}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {keys !== null && (
        <>
          {keys.length === 0 && <p>{none}</p>}
          {keys.length > 0 && (
            <List className={layout.stack3}>
              {keys.map(key => (
                <KeyRow key={key.keyId} info={key} onRevoked={load} />
              ))}
            </List>
          )}
          <div>
            <Button onClick={() => setIsMaking(true)}>{make}</Button>
          </div>
        </>
      )}
      {isMaking && dialog({ fresh, onMade: load, onClose: () => setIsMaking(false) })}
      {fresh.dialog}
    </>
  )
}

function KeyRow({
  info: { keyId, name, begins, scopes, lastUsedAt, expiresAt },
  onRevoked,
}: {
  info: KeyInfo
  onRevoked: () => Promise<void>
}) {
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
      <RevokeKey keyId={keyId} name={name} onRevoked={onRevoked} />
    </li>
  )
}
