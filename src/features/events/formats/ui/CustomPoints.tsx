import type { EventValues } from '#events/formats/ui/event-values.ts'
import { placeLabel } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './custom-points.module.css'
import { GROUP_SIZES, listPlaces, pointsField } from './custom-points.ts'

/** A director's own points: a row of fields for each size that groups may have, one field for each place. */
export function CustomPoints({ form }: { form: Form<EventValues> }) {
  return (
    <div className={cx(layout.stack4, styles.table)}>
      {GROUP_SIZES.map(size => (
        <fieldset key={size} className={styles.row}>
          <legend className={layout.legend}>{m.events_form_group_points_of({ size })}</legend>
          {listPlaces(size).map(place => (
            <TextField
              key={place}
              label={placeLabel(place)}
              inputMode="decimal"
              maxLength={7}
              autoComplete="off"
              {...form.field(pointsField(size, place))}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
