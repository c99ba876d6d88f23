import Page from '../page.jsx'

// Uses Next's full route cache, revalidated once a minute.
export const revalidate = 60
export const dynamic = 'force-static'

export default Page
