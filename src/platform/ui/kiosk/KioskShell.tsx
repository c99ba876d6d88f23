import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import { LanguageSelect } from '../controls/LanguageSelect.tsx'
import { FormBody } from '../form/FormBody.tsx'
import { useForm } from '../form/use-form.ts'
import { ConnectionBanner } from '../layouts/ConnectionBanner.tsx'
import styles from '../layouts/SimpleLayout.module.css'
import { useTitle } from '../layouts/use-title.ts'
import { KioskCodeField, kioskCodeProblem } from './KioskCodeField.tsx'
import { KioskContext } from './kiosk-context.ts'
import { useIdle } from './use-idle.ts'

/** ms after which a kiosk that nobody touches is as it was at first */
const IDLE_MS = 120_000

/**
 * The layout of a kiosk: its title, its content, the choice of the language, and the way out by the code. What somebody has left open is
 * closed after two minutes.
 * @param leave ends the kiosk by its code, and frees the device; rejects if the code is wrong
 */
export function KioskShell({ title, leave, children }: { title: string; leave(code: string): Promise<void>; children: ReactNode }) {
  useTitle({ pageTitle: title })
  const [isLeaving, setLeaving] = useState(false)
  const idle = useIdle(IDLE_MS)
  return (
    <KioskContext value={true}>
      <div className={styles.layout}>
        <header className={styles.head}>
          <h1 className={layout.anywhere}>{title}</h1>
        </header>
        <main className={styles.text} id="main" tabIndex={-1} key={idle}>
          {children}
        </main>
        <div className={styles.head}>
          <footer className={layout.row3}>
            <LanguageSelect />
            <Button kind="plain" onClick={() => setLeaving(true)}>
              {m.ui_kiosk_leave()}
            </Button>
          </footer>
        </div>
        {isLeaving && <LeaveDialog key={idle} leave={leave} onClose={() => setLeaving(false)} />}
        <ConnectionBanner />
      </div>
    </KioskContext>
  )
}

function LeaveDialog({ leave, onClose }: { leave(code: string): Promise<void>; onClose: () => void }) {
  const form = useForm<{ code: string }>({
    initial: { code: '' },
    check: ({ code }) => ({ code: kioskCodeProblem(code) }),
    send: ({ code }) => leave(code),
  })
  return (
    <Dialog open title={m.ui_kiosk_leave()} onClose={onClose}>
      <FormBody form={form} action={m.ui_kiosk_leave()} wide>
        <KioskCodeField form={form} hint={m.ui_kiosk_leave_words()} />
      </FormBody>
    </Dialog>
  )
}
