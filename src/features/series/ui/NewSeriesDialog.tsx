import { use } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { seriesAdd } from '../contract/series-fields.ts'
import { SeriesFields } from './SeriesFields.tsx'
import { checkSeries, NEW_SERIES, placeSeriesError, toSeriesInput } from './series-form-values.ts'
import { seriesHref } from './series-labels.ts'

export interface NewSeriesDialogProps {
  /** null: it will be the site's */
  groupId: string | null
  onClose: () => void
}

/** Makes a season and shows its page. */
export function NewSeriesDialog({ groupId, onClose }: NewSeriesDialogProps) {
  const add = useMethod(seriesAdd)
  const navigate = use(NavigateContext)
  const requestId = useRequestId()
  const form = useForm({
    initial: NEW_SERIES,
    check: checkSeries,
    place: placeSeriesError,
    async send(values) {
      const fields = { ...toSeriesInput(values), ...(groupId === null ? {} : { groupId }) }
      const { slug } = await add({ _id: requestId(fields), ...fields })
      onClose()
      navigate?.(seriesHref(slug))
    },
  })
  return (
    <Dialog open title={m.series_new()} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.series_new_action()} wide>
        <SeriesFields form={form} />
      </FormBody>
    </Dialog>
  )
}
