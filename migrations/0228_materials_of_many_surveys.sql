-- The list of what surveys need is read by the day of the visit, and adds up the lines of all its pages: at 200,000 surveys neither may read
-- whole tables.
create index surveys_visited_on on applications.surveys (visited_on desc nulls last, application_id) where state <> 'REVISED';
create index survey_materials_sum on applications.survey_materials (survey_id) include (quantity, rate_minor, material_id)
  where quantity > 0;
