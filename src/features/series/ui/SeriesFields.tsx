import { pointsLabel } from '#events/formats/ui/rank-points-label.ts'
import * as m from '#messages'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { SERIES_TIES, type SeriesTie } from '../rules/series-rules.ts'
import { COUNTINGS, type Counting, type PointChoice, type SeriesFormValues, typedTies } from './series-form-values.ts'
import { TIE_LABELS } from './series-labels.ts'

const pointChoices = (): { value: PointChoice; label: string; hint?: string }[] => [
  { value: 'own', label: m.series_form_own(), hint: m.series_form_own_hint() },
  { value: 'papa', label: m.series_form_places({ points: pointsLabel('papa') }) },
  { value: 'linear', label: m.series_form_places({ points: pointsLabel('linear') }) },
  { value: 'custom', label: m.series_form_custom() },
  { value: 'share', label: m.series_form_share(), hint: m.series_form_share_hint() },
]

const COUNTING_LABELS: Readonly<Record<Counting, () => string>> = {
  all: m.series_form_all,
  best: m.series_form_best,
  drop: m.series_form_drop,
}

/** The fields of a season: what it is called, and how its nights are added up. */
export function SeriesFields({ form }: { form: Form<SeriesFormValues> }) {
  const { values, set } = form
  const ties = typedTies(values)
  // One field more than there are tie-breaks, as long as there are others.
  const tieFields = SERIES_TIES.slice(0, ties.length + 1)
  const setTie = (index: number, tie: SeriesTie | ''): void => {
    const others = ties.filter(each => each !== tie)
    const next = tie === '' ? ties.slice(0, index) : [...others.slice(0, index), tie, ...others.slice(index + 1)]
    set('ties', next.join(' '))
  }
  return (
    <>
      <TextField label={m.ui_name()} maxLength={60} autoComplete="off" {...form.field('name')} />
      <TextArea label={m.ui_description_optional()} maxLength={500} {...form.field('description')} />
      <RadioList label={m.series_form_points()} value={values.points} choices={pointChoices()} onChange={points => set('points', points)} />
      {values.points === 'custom' && (
        <TextField label={m.series_form_table()} hint={m.series_form_table_hint()} autoComplete="off" {...form.field('table')} />
      )}
      <Select
        label={m.series_form_counting()}
        value={values.counting}
        choices={COUNTINGS.map(value => ({ value, label: COUNTING_LABELS[value]() }))}
        onChange={counting => set('counting', counting)}
      />
      {values.counting !== 'all' && (
        <TextField label={m.series_form_how_many()} inputMode="numeric" autoComplete="off" {...form.field('howMany')} />
      )}
      <TextField
        label={m.series_form_attendance()}
        hint={m.series_form_attendance_hint()}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('attendance')}
      />
      {tieFields.map((_, i) => (
        <Select<SeriesTie | ''>
          // biome-ignore lint/suspicious/noArrayIndexKey: the field is that of the first tie-break, the second and so on
          key={i}
          label={m.series_form_tie({ n: plainNumber(i + 1) })}
          value={ties[i] ?? ''}
          choices={[{ value: '', label: m.series_form_no_tie() }, ...SERIES_TIES.map(value => ({ value, label: TIE_LABELS[value]() }))]}
          onChange={tie => setTie(i, tie)}
        />
      ))}
    </>
  )
}
