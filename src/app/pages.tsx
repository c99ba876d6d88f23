import type { PageRequest, RenderPage } from './pages.types.ts'
export function pageRequest(url: string): PageRequest {
  return { url, subscriptions: [] }
}
export const renderPage: RenderPage = async () => ({ status: 200, title: '', description: '', html: '' })
