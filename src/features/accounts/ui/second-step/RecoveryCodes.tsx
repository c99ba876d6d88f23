import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { SecretOnce } from '#platform/ui/controls/SecretOnce.tsx'
import styles from './second-step.module.css'

/** Shows new recovery codes, which the user has to save somewhere. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <SecretOnce
      secret={codes.join('\n')}
      title={m.accounts_two_recovery()}
      note={m.accounts_two_recovery_note()}
      labels={{ copy: m.accounts_two_recovery_copy(), copied: m.accounts_two_recovery_copied(), kept: m.accounts_two_recovery_kept() }}
      onKept={onDone}
    >
      <List className={styles.codes} dir="ltr">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </List>
    </SecretOnce>
  )
}
