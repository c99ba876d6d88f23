import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { seriesEdit } from '#series/contract/series-fields.ts'
import { SeriesFields } from '#series/ui/SeriesFields.tsx'
import { checkSeries, placeSeriesError, toSeriesFormValues, toSeriesInput } from '#series/ui/series-form-values.ts'
import type { ShownSeries } from '#series/ui/use-series.ts'

/** Changes what a season is called and how its nights are added up. Its address stays. */
export function EditSeriesDialog({ series, onClose }: { series: ShownSeries; onClose: () => void }) {
  const edit = useMethod(seriesEdit)
  const form = useForm({
    initial: toSeriesFormValues(series),
    check: checkSeries,
    place: placeSeriesError,
    async send(values) {
      await edit({ seriesId: series._id, ...toSeriesInput(values) })
      onClose()
    },
  })
  return (
    <Dialog open title={m.series_edit()} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.ui_save_changes()} wide>
        <SeriesFields form={form} />
      </FormBody>
    </Dialog>
  )
}
