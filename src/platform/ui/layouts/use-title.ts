import { use, useEffect } from 'react'
import { TitleContext } from './page-title.ts'

export interface Titled {
  /** title of the page, in place of the one that its route has */
  pageTitle?: string | undefined
}

/** Sets the title of the page. Runs after every render, because the title may depend on data that has arrived since. */
export function useTitle({ pageTitle }: Titled): void {
  const show = use(TitleContext)
  useEffect(() => show?.(pageTitle ?? null))
}
