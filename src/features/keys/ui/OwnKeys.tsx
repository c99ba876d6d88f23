import { type ReactNode, useState } from 'react'
import { type FreshSignInRunner, useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { MethodPart } from '#platform/ui/states/MethodPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type KeyInfo, keysMine } from '../contract.ts'
import { RevokeKey } from './RevokeKey.tsx'
import { SCOPE_LABELS } from './scope-labels.ts'

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
  const mine = useMethodResult(keysMine, {})
  const [isMaking, setIsMaking] = useState(false)
  const fresh = useFreshSignIn()
  return (
    <>
      <MethodPart of={mine} failed={m.keys_failed()}>
        {all => {
          const keys = all.filter(isListed)
          return (
            <>
              {keys.length === 0 && <p>{none}</p>}
              {keys.length > 0 && (
                <List className={layout.stack3}>
                  {keys.map(key => (
                    <KeyRow key={key.keyId} info={key} onRevoked={mine.reload} />
                  ))}
                </List>
              )}
              <div>
                <Button onClick={() => setIsMaking(true)}>{make}</Button>
              </div>
            </>
          )
        }}
      </MethodPart>
      {isMaking && dialog({ fresh, onMade: mine.reload, onClose: () => setIsMaking(false) })}
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
