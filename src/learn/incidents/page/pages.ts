/** The pages of incidents, which load together. */
export { IncidentList } from './IncidentList.tsx';
export { IncidentPage } from './IncidentPage.tsx';
