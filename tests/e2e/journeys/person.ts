import type { Locator, Page } from 'playwright-core'

/** What somebody had to do: taps (or clicks), keys, and keys of names, which nobody can spare them. */
export interface Effort {
  taps: number
  keys: number
  nameKeys: number
}

/** A person before a page, who taps and types, and whose taps and keys are counted. */
export class Person {
  readonly page: Page
  readonly #touch: boolean
  readonly #startedAt = Date.now()
  readonly effort: Effort = { taps: 0, keys: 0, nameKeys: 0 }

  /** @param touch true: a phone; false: a mouse */
  constructor(page: Page, touch: boolean) {
    this.page = page
    this.#touch = touch
  }

  async tap(target: Locator): Promise<void> {
    this.effort.taps += 1
    if (this.#touch) await target.tap()
    else await target.click()
  }

  press(name: string | RegExp): Promise<void> {
    return this.tap(this.page.getByRole('button', { name, exact: typeof name === 'string' }))
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.effort.keys += text.length
    await this.page.keyboard.type(text)
  }

  async typeName(name: string): Promise<void> {
    this.effort.nameKeys += name.length
    await this.page.keyboard.type(name)
  }

  async key(key: string): Promise<void> {
    this.effort.keys += 1
    await this.page.keyboard.press(key)
  }

  /** Opens a list of choices and chooses one. */
  async select(target: Locator, label: string): Promise<void> {
    this.effort.taps += 2
    await target.selectOption({ label })
  }

  /** Shows a part of the director's tools. */
  part(name: string): Promise<void> {
    return this.tap(
      this.page
        .getByRole('region', { name: 'Manage event' })
        .locator('label', { has: this.page.getByRole('radio', { name, exact: true }) }),
    )
  }

  /** Taps the players of the open result in their order, but for the last one, and confirms it. */
  async enterResult(names: readonly string[]): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    for (const name of names.slice(0, -1)) await this.tap(dialog.locator('button[aria-pressed]', { hasText: name }))
    await this.tap(dialog.getByRole('button', { name: 'Confirm result' }))
    await dialog.waitFor({ state: 'detached' })
  }

  report(journey: string): void {
    const { taps, keys, nameKeys } = this.effort
    const seconds = ((Date.now() - this.#startedAt) / 1000).toFixed(1)
    process.stdout.write(`[journey] ${journey}: ${taps} taps, ${keys} keys, ${nameKeys} keys for names; ${seconds} s\n`)
  }
}
