type Said = {
  readonly message: string
  /** Test file that checks the message on the screen. */
  readonly seenIn: string
  /** Set if the test does not contain the text. */
  readonly as?: string
}

const seenIn = (file: string, messages: readonly string[]): Said[] =>
  messages.map((message) => ({ message, seenIn: file }))

/** Every message of the specification's portal part, section 8. */
export const catalogue: readonly Said[] = [
  ...seenIn('shell.spec.ts', [
    'Authentication expired. Please login again.',
    'Network error. Please check your connection.',
    'Logged out',
    'You have been successfully logged out',
    'Unexpected Application Error!',
  ]),
  { message: 'Error: {status}', seenIn: 'shell.spec.ts', as: 'Error: 418' },
  ...seenIn('messages.spec.ts', [
    'Login failed. Please try again.',
    'Login Failed',
    'Authentication failed: No token received',
    'Login Successful',
    'Request Failed',
    'Registration Failed',
    'There was an error registering your nonprofit. Please try again.',
    'Invalid or missing reset token. Please request a new password reset link.',
    'Password reset failed. The link may have expired. Please try again.',
    'The statistics could not be loaded',
  ]),
  {
    message: 'Unable to process your request. Please try again later.',
    seenIn: 'messages.spec.ts',
    as: 'Unable to process your request\\. Please try again later\\.',
  },
  { message: 'Password Reset Failed', seenIn: 'messages.spec.ts', as: 'auth.messages.resetFailedTitle' },
  { message: 'Welcome back, {name}!', seenIn: 'sign-in.spec.ts', as: 'Welcome back, Marisol Vega!' },
  ...seenIn('accounts.spec.ts', ['Password Reset Email Sent', 'Invalid Email', 'Already Registered']),
  ...seenIn('dashboard.spec.ts', [
    'Failed to submit feature request. Please try again.',
    'Feature request submitted',
    'Your feature request has been saved successfully.',
  ]),
  ...seenIn('public-pages.spec.ts', [
    'Failed to send message. Please try again.',
    'Message sent!',
    "We'll get back to you as soon as possible.",
  ]),
  ...seenIn('people.spec.ts', [
    'Failed to add user',
    'Failed to update user',
    'Failed to remove user',
    'User added successfully',
    'User updated successfully',
    'User removed successfully',
  ]),
  ...seenIn('organization-messages.spec.ts', [
    'Failed to update organization',
    'not found',
    'Failed to load notification emails',
    'Failed to add notification email',
    'Failed to remove notification email',
    'Failed to upload logo',
    'Failed to upload document',
  ]),
  ...seenIn('organization-details.spec.ts', [
    'Organization updated successfully!',
    'updated successfully',
    'Notification email added',
    'Notification email removed',
    'Logo uploaded successfully',
    'Document uploaded successfully',
    'Please select a PNG or JPG file',
  ]),
  ...seenIn('integrations.spec.ts', [
    'Failed to fetch API keys',
    'Failed to create new API key',
    'Failed to update API key',
    'API key updated successfully',
    'New API key created successfully',
    'Failed to load webhooks',
    'Failed to create webhook',
    'Failed to update webhook',
    'Failed to delete webhook',
    'Webhook created',
    'Webhook updated',
    'Webhook deleted',
    'Copied!',
    'Copied to clipboard',
  ]),
  // Second part, section 8.
  ...seenIn('match-detail.spec.ts', [
    'Failed to update match silence status.',
    'Failed to update donation status.',
    'Failed to delete match.',
    'Failed to save match.',
    'Failed to save and reprocess match.',
    'Failed to fetch match data. Please try again later.',
    'Match saved',
    'Match saved and reprocessed',
    'Match deleted',
    'Match silenced',
    'Match un-silenced',
    'Donation status updated',
  ]),
  ...seenIn('messages.spec.ts', [
    'Mapping Error',
    'Missing Required Field',
    'Upload failed',
    'An unknown error occurred',
    'No companies found matching',
    'You must select an organization to use this section.',
    'Please Select an Organization From above',
  ]),
  ...seenIn('bulk.spec.ts', [
    'Failed to update match silence status.',
    'Failed to delete match.',
    'Failed to save and reprocess match.',
  ]),
  { message: 'Failed to update donation status.', seenIn: 'bulk.spec.ts', as: 'changeMessages.statusFailed' },
  ...seenIn('donor.spec.ts', ['Match information updated', 'Match data loaded']),
  ...seenIn('main-flow.spec.ts', ['Upload successful']),
  ...seenIn('reports.spec.ts', [
    'Failed to load reports',
    'Failed to save report',
    'Failed to delete report',
    'Failed to download report',
    'Report saved',
    'Report deleted',
    'Download started',
  ]),
  ...seenIn('templates.spec.ts', [
    'Failed to load email templates',
    'Failed to update template',
    'Failed to save template',
    'Failed to create template version',
    'Failed to preview template',
    'Template saved successfully',
    'Template enabled',
    'Template disabled',
    'New template version created',
  ]),
]
