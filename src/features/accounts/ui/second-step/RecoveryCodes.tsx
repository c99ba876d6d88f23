import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './second-step.module.css'

/** Shows new recovery codes, which the user has to save somewhere. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const copy = (): void => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <>
      <Notice kind="warn" title={m.accounts_two_recovery()}>
        {m.accounts_two_recovery_note()}
      </Notice>
      <List className={styles.codes} dir="ltr">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </List>
      <div className={layout.row3}>
        {/* Only pages over https may write to the clipboard. */}
        {navigator.clipboard !== undefined && (
          <Button onClick={copy}>{copied ? m.accounts_two_recovery_copied() : m.accounts_two_recovery_copy()}</Button>
        )}
        <Button kind="primary" onClick={onDone}>
          {m.accounts_two_recovery_kept()}
        </Button>
      </div>
    </>
  )
}
