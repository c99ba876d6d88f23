import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './backups.module.css'

/** The commands that restore a backup. @param file name of the newest one; null: there is none yet */
export function RestoreInstructions({ file }: { file: string | null }) {
  const name = file ?? 'FILE.tar'
  return (
    <div className={cx(layout.stack4, entries.flush)}>
      <p>{m.backups_restore_text()}</p>
      <pre className={cx(entries.verbatim, styles.commands)} dir="ltr">
        {`npm run backup -- --verify ${name}\nDATA_DIR=/srv/new npm run restore -- ${name}\nDATA_DIR=/srv/new npm start`}
      </pre>
      <p className={layout.quiet}>{m.backups_restore_key()}</p>
    </div>
  )
}
