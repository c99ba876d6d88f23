import { useEffect, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Panel } from '../../../platform/ui/controls/Panel.tsx'
import { FormError } from '../../../platform/ui/form/FormError.tsx'
import { plainDate } from '../../../platform/ui/format/ssr-format.ts'
import { dateTimeFormat, useLocale } from '../../../platform/ui/format/user-format.ts'
import {
  accountBeginSecondStep,
  accountDisableSecondStep,
  accountEnableSecondStep,
  accountRenewRecoveryCodes,
  accountSecondStep,
  type SecondStepInfo,
} from '../contract/second-step.ts'
import styles from './panels.module.css'
import { hashPassword } from './password.ts'
import { RecoveryCodes } from './second-step/RecoveryCodes.tsx'
import { AppCodeForm, CodeForm, StartForm } from './second-step/SecondStepForms.tsx'

type Stage =
  | { name: 'info' }
  | { name: 'start' | 'renew' | 'disable' }
  | { name: 'scan'; secret: string; address: string }
  | { name: 'codes'; codes: readonly string[] }

/** Turns the second step of sign-ins on and off: a code of an authenticator app besides the password. */
export function SecondStepPanel() {
  const [info, setInfo] = useState<SecondStepInfo | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [stage, setStage] = useState<Stage>({ name: 'info' })
  const load = useMethod(accountSecondStep)
  const begin = useMethod(accountBeginSecondStep)
  const enable = useMethod(accountEnableSecondStep)
  const renew = useMethod(accountRenewRecoveryCodes)
  const disable = useMethod(accountDisableSecondStep)
  const locale = useLocale()
  const isInfo = stage.name === 'info'
  useEffect(() => {
    if (!isInfo) return
    let isCurrent = true
    load({}).then(
      found => isCurrent && setInfo(found),
      (error: unknown) => isCurrent && setFailure(error),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isInfo])
  const done = (): void => setStage({ name: 'info' })
  const date = (at: Date): string => (locale === null ? plainDate(at) : dateTimeFormat(locale).format(at))
  return (
    <Panel title={m.accounts_two_title()}>
      {stage.name === 'info' && info === null && failure !== null && <FormError message={errorMessage(failure)} />}
      {stage.name === 'info' && info?.on === false && (
        <>
          <p className={styles.quiet}>{m.accounts_two_off()}</p>
          <div className={styles.actions}>
            <Button onClick={() => setStage({ name: 'start' })}>{m.accounts_two_start()}</Button>
          </div>
        </>
      )}
      {stage.name === 'info' && info?.on === true && (
        <>
          <p>
            {m.accounts_two_on({ since: date(info.since) })}{' '}
            {m.accounts_two_left({ count: info.recoveryCodes, n: String(info.recoveryCodes) })}
          </p>
          <div className={styles.actions}>
            <Button onClick={() => setStage({ name: 'renew' })}>{m.accounts_two_recovery_renew()}</Button>
            <Button kind="plain" onClick={() => setStage({ name: 'disable' })}>
              {m.accounts_two_disable()}
            </Button>
          </div>
        </>
      )}
      {stage.name === 'start' && (
        <StartForm
          onCancel={done}
          send={async password => {
            const { secret, address } = await begin({ password: hashPassword(password) })
            setStage({ name: 'scan', secret, address })
          }}
        />
      )}
      {stage.name === 'scan' && (
        <AppCodeForm
          {...stage}
          onCancel={done}
          send={async code => {
            const { recoveryCodes } = await enable({ code })
            setStage({ name: 'codes', codes: recoveryCodes })
          }}
        />
      )}
      {stage.name === 'codes' && <RecoveryCodes codes={stage.codes} onDone={done} />}
      {stage.name === 'renew' && (
        <CodeForm
          action={m.accounts_two_recovery_renew()}
          onCancel={done}
          send={async (password, code) => {
            const { recoveryCodes } = await renew({ password: hashPassword(password), code })
            setStage({ name: 'codes', codes: recoveryCodes })
          }}
        />
      )}
      {stage.name === 'disable' && (
        <CodeForm
          action={m.accounts_two_disable()}
          onCancel={done}
          send={async (password, code) => {
            await disable({ password: hashPassword(password), code })
            done()
          }}
        />
      )}
    </Panel>
  )
}
