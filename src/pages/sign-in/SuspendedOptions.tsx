import { useState } from 'react'
import { accountDeleteByPassword, accountExportByPassword } from '#accounts/contract/by-password.ts'
import { hashPassword } from '#accounts/ui/password.ts'
import { SecondStepCodeField } from '#accounts/ui/second-step/SecondStepCodeField.tsx'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'

interface Proof {
  name: string
  password: string
  code: string
}

/**
 * What a suspended user can still do without a session: download the data, and delete the account.
 * @param proof what was typed into the form of the page
 */
export function SuspendedOptions({ proof }: { proof: Proof }) {
  const [requestExport, remove] = [useMethod(accountExportByPassword), useMethod(accountDeleteByPassword)]
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const [scores, setScores] = useState<'keep' | 'erase'>('keep')
  const [isDeleted, setIsDeleted] = useState(false)
  const [code, setCode] = useState('')
  const hasSecondStep = proof.code.trim() !== ''
  const toInput = () => ({
    name: proof.name.trim(),
    password: hashPassword(proof.password),
    ...(hasSecondStep ? { code: code.trim() } : {}),
  })
  const startExport = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      setUrl((await requestExport(toInput())).url)
      setCode('')
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  // Signing in has used the first code up, and each of these takes one more.
  const codeField = (
    <SecondStepCodeField name="suspended-code" value={code} error={undefined} onChange={({ target }) => setCode(target.value)} />
  )
  if (isDeleted) return <FormResult>{m.accounts_delete_gone()}</FormResult>
  return (
    <Panel title={m.accounts_suspended_title()}>
      <p>{m.accounts_suspended_words()}</p>
      {hasSecondStep && !isDeleting && codeField}
      <div className={layout.row3}>
        {url === null ? (
          <Button busy={busy} onClick={() => void startExport()}>
            {m.accounts_export_ask()}
          </Button>
        ) : (
          <ButtonLink href={url} download>
            {m.accounts_export_download()}
          </ButtonLink>
        )}
        <Button
          onClick={() => {
            setCode('')
            setIsDeleting(true)
          }}
        >
          {m.accounts_delete_send()}
        </Button>
      </div>
      <FormError message={problem} />
      {isDeleting && (
        <ConfirmDialog
          title={m.accounts_delete_ask()}
          confirmLabel={m.accounts_delete_yes()}
          cancelLabel={m.accounts_keep()}
          onConfirm={async () => {
            await remove({ ...toInput(), eraseScores: scores === 'erase' })
            setIsDeleted(true)
          }}
          onClose={() => setIsDeleting(false)}
        >
          <RadioList
            label={m.accounts_delete_scores()}
            value={scores}
            choices={[
              { value: 'keep', label: m.accounts_delete_scores_keep(), hint: m.accounts_delete_scores_keep_hint() },
              { value: 'erase', label: m.accounts_delete_scores_erase(), hint: m.ui_delete_scores_hint() },
            ]}
            onChange={setScores}
          />
          <p>{scores === 'erase' ? m.accounts_delete_erase_note() : m.accounts_delete_keep_note()}</p>
          {hasSecondStep && codeField}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
