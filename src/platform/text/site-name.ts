/** The name of a site that has no other. The titles in the messages have it. */
export const DEFAULT_SITE_NAME = 'Skillshot'

/** Returns a title of a page with the name of the site in place of the default one: "Machines · Skillshot", "Skillshot: pinball scores, live". */
export const titleWithSiteName = (title: string, siteName: string): string =>
  siteName === DEFAULT_SITE_NAME ? title : title.replace(/(^|· )Skillshot(?=$|:)/, (_, before: string) => before + siteName)
