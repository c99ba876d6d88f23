import { useState } from 'react'
import { accountEndSession, accountSessions } from '#accounts/contract/sessions.ts'
import { endOtherSessions } from '#accounts/ui/session/account-calls.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { MethodPart } from '#platform/ui/states/MethodPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type LoginService, useLoginServices } from '../login-services/LoginServiceButtons.tsx'
import { useSession } from '../session/use-account.ts'
import { DeviceRow } from './DeviceRow.tsx'

const SIGN_INS: Readonly<Record<string, () => string>> = {
  password: m.accounts_sessions_by_password,
  passkey: m.accounts_sessions_by_passkey,
  link: m.accounts_sessions_by_link,
}

/** Says how a session began. @param beganWith one of the above, or the name of a login service */
const describeSignIn = (beganWith: string, services: readonly LoginService[]): string =>
  SIGN_INS[beganWith]?.() ??
  m.accounts_sessions_by_service({ service: services.find(({ service }) => service === beganWith)?.label ?? beganWith })

/** Lists the user's sessions, and lets the user end the others. */
export function SessionsPanel() {
  const { session } = useSession()
  const services = useLoginServices()
  const endSession = useMethod(accountEndSession)
  const mine = useMethodResult(accountSessions, {})
  /** the session that is being ended, or all others */
  const [ending, setEnding] = useState<string | 'others' | null>(null)
  const [error, setError] = useState<string | null>(null)

  const runAndReload = async (what: string, run: () => Promise<unknown> | undefined): Promise<void> => {
    if (ending !== null) return
    setEnding(what)
    setError(null)
    try {
      await run()
      await mine.reload()
    } catch (problem) {
      setError(errorMessage(problem))
    } finally {
      setEnding(null)
    }
  }
  return (
    <Panel title={m.accounts_sessions_title()}>
      <MethodPart of={mine} failed={m.accounts_sessions_failed()} rows={2}>
        {sessions => (
          <>
            <List className={layout.stack}>
              {sessions.map(({ sessionId, device, lastSeenAt, beganWith, current }) => (
                <DeviceRow
                  key={sessionId}
                  device={device}
                  here={current ? m.accounts_sessions_here() : null}
                  at={lastSeenAt}
                  note={beganWith === null ? undefined : describeSignIn(beganWith, services)}
                >
                  {!current && (
                    <Button
                      aria-label={m.accounts_sessions_end_on({ device })}
                      busy={ending === sessionId}
                      onClick={() => void runAndReload(sessionId, () => endSession({ sessionId }))}
                    >
                      {m.ui_sign_out()}
                    </Button>
                  )}
                </DeviceRow>
              ))}
            </List>
            <FormError message={error} />
            {sessions.length > 1 ? (
              <div className={layout.row3}>
                <Button
                  busy={ending === 'others'}
                  onClick={() => void runAndReload('others', async () => session && endOtherSessions(session))}
                >
                  {m.accounts_sessions_end_others()}
                </Button>
              </div>
            ) : (
              <p className={layout.muted}>{m.accounts_sessions_none()}</p>
            )}
          </>
        )}
      </MethodPart>
    </Panel>
  )
}
