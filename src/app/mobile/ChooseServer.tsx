import { type FormEvent, useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { Logo } from '#platform/ui/layouts/Logo.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './ChooseServer.module.css'
import { type ProbedServer, probeServer } from './probe-server.ts'
import { type AddressProblem, readAddress } from './server-address.ts'

const WORDS: Record<AddressProblem | Exclude<ProbedServer, 'skillshot'>, () => string> = {
  empty: m.app_server_empty,
  unreadable: m.app_server_unreadable,
  unencrypted: m.app_server_unencrypted,
  silent: m.app_server_silent,
  stranger: m.app_server_stranger,
}

/** Asks for the server's address, which the app does when it has none yet. @param suggested initial value of the field */
export function ChooseServer({ suggested, onChosen }: { suggested: string; onChosen: (origin: string) => Promise<void> }) {
  const [text, setText] = useState(suggested)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const choose = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const read = readAddress(text)
    if ('problem' in read) return setError(WORDS[read.problem]())
    setBusy(true)
    setError(null)
    const found = await probeServer(read.origin)
    if (found === 'skillshot') return onChosen(read.origin)
    setError(WORDS[found]())
    setBusy(false)
  }
  return (
    <main className={cx(layout.stack4, styles.screen)}>
      <div className={styles.mark}>
        <Logo />
      </div>
      <h1>{m.app_server_choose()}</h1>
      <p>{m.app_server_words()}</p>
      <form className={layout.stack4} noValidate onSubmit={event => void choose(event)}>
        <TextField
          label={m.app_server_address()}
          hint={m.app_server_example()}
          name="server"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={error}
        />
        <Button kind="primary" type="submit" wide busy={busy}>
          {busy ? m.ui_link_connecting() : m.app_server_connect()}
        </Button>
      </form>
    </main>
  )
}
