import { useState } from 'react'
import { accountExport } from '#accounts/contract/accounts.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'

/** Requests an export of all of the user's data, then offers the file. */
export function ExportButton() {
  const requestExport = useMethod(accountExport)
  const [state, setState] = useState<'idle' | 'busy' | { url: string } | { error: unknown }>('idle')
  const startExport = (): void => {
    setState('busy')
    requestExport({}).then(setState, (error: unknown) => setState({ error }))
  }
  if (typeof state === 'object' && 'url' in state) {
    return (
      <FormResult>
        <ButtonLink kind="primary" href={state.url} download>
          {m.accounts_export_download()}
        </ButtonLink>
        <p>{m.accounts_export_good()}</p>
      </FormResult>
    )
  }
  return (
    <>
      <FormError message={typeof state === 'object' ? errorMessage(state.error) : null} />
      <Button busy={state === 'busy'} onClick={startExport}>
        {m.accounts_export_ask()}
      </Button>
    </>
  )
}
