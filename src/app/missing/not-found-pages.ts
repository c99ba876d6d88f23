/** What is loaded together, and only for a page that may not exist for the reader. */
export { NotFoundPage } from './NotFoundPage.tsx'
export { PrivatePage } from './PrivatePage.tsx'
