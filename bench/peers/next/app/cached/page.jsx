import Page from '../page.jsx'

// Next's full route cache, made anew once a minute.
export const revalidate = 60
export const dynamic = 'force-static'

export default Page
