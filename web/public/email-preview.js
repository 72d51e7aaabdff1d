// Shows the HTML of an email that the portal sends. Emails have inline styles, which the portal's own page does not allow.
// Scripts of the email do not run: a parsed document's scripts never start.
addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || typeof data !== 'string') return
  const email = new DOMParser().parseFromString(data, 'text/html')
  document.replaceChild(document.adoptNode(email.documentElement), document.documentElement)
})
