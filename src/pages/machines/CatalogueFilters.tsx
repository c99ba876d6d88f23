import { type ChangeEvent, type FormEvent, use, useEffect, useRef } from 'react'
import { type BrowseInput, type MachineFiltersDoc, type MachineSort, machinesFilters } from '#machines/contract/catalogue.ts'
import { MACHINE_TYPES } from '#machines/contract/machine-types.ts'
import { machineTypeLabel } from '#machines/rules/backglass-style.ts'
import { browseHref, browseInput } from '#machines/ui/query-params.ts'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './CatalogueFilters.module.css'

const sortLabel: Record<MachineSort, () => string> = {
  name: m.ui_name,
  recent: m.machines_sort_recent,
  most: m.machines_sort_most,
  newest: m.machines_sort_newest,
}

const SORT_ORDER: readonly MachineSort[] = ['recent', 'most', 'newest', 'name']

/**
 * The search, the filters and the order of the catalogue, as one form. Without JavaScript its button opens the address that the fields
 * make; with it, a filter shows its list as soon as it is chosen.
 */
export function CatalogueFilters({ input }: { input: BrowseInput & { sort: MachineSort } }) {
  const { text = '', type = '', manufacturer = '', decade, played = false, sort } = input
  const navigate = use(NavigateContext)
  const form = useRef<HTMLFormElement>(null)
  useSubscription(machinesFilters, {})
  const filters = useDocument<MachineFiltersDoc>('machineFilters', 'all')
  const href = browseHref(input)
  // The fields keep what was chosen in them, so that they keep the focus; after a step in the history they follow the address.
  useEffect(() => {
    const values = Object.fromEntries(new URL(href, window.location.href).searchParams)
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = values[field.name] === field.value
      else if (field instanceof HTMLInputElement) field.value = values[field.name] ?? ''
      else if (field instanceof HTMLSelectElement) field.value = values[field.name] ?? field.options[0]!.value
    }
  }, [href])
  const show = (element: HTMLFormElement): void => {
    const fields = [...new FormData(element)].map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const)
    navigate?.(browseHref(browseInput(Object.fromEntries(fields))), 'stay')
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    if (navigate === undefined) return
    event.preventDefault()
    show(event.currentTarget)
  }
  const change = (event: ChangeEvent<HTMLFormElement>): void => {
    if ((event.target as unknown as HTMLInputElement).type !== 'search') show(event.currentTarget)
  }
  const manufacturers = withValue(filters?.manufacturers ?? [], manufacturer)
  const decades = withValue(filters?.decades.map(String) ?? [], decade === undefined ? '' : String(decade))
  return (
    <search>
      <form ref={form} className={layout.stack3} action="/machines" onSubmit={submit} onChange={change}>
        <div className={styles.search}>
          <TextField
            label={m.machines_browse_find()}
            placeholder={m.machines_browse_find()}
            name="q"
            type="search"
            defaultValue={text}
            maxLength={100}
            autoComplete="off"
          />
          <Button type="submit">{m.ui_search()}</Button>
        </div>
        <fieldset className={styles.filters}>
          <legend className={layout.hidden}>{m.machines_filters()}</legend>
          <label className={styles.played}>
            <input type="checkbox" name="played" value="1" defaultChecked={played} />
            {m.machines_filter_played()}
          </label>
          <Select
            quiet
            label={m.ui_manufacturer()}
            name="maker"
            defaultValue={manufacturer}
            choices={[{ value: '', label: m.machines_filter_makers() }, ...manufacturers.map(value => ({ value, label: value }))]}
          />
          <Select
            quiet
            label={m.machines_filter_era()}
            name="decade"
            defaultValue={decade === undefined ? '' : String(decade)}
            choices={[
              { value: '', label: m.machines_filter_eras() },
              ...decades.map(value => ({ value, label: m.machines_filter_decade({ decade: value }) })),
            ]}
          />
          <Select
            quiet
            label={m.machines_technology()}
            name="type"
            defaultValue={type}
            choices={[
              { value: '', label: m.machines_filter_types() },
              ...MACHINE_TYPES.map(value => ({ value, label: machineTypeLabel[value]() })),
            ]}
          />
          <Select
            quiet
            label={m.machines_sort()}
            name="sort"
            defaultValue={sort}
            choices={SORT_ORDER.map(value => ({ value, label: sortLabel[value]() }))}
          />
        </fieldset>
      </form>
    </search>
  )
}

/** The values of a list, and the one that is chosen, also where the list lacks it. */
const withValue = (values: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
